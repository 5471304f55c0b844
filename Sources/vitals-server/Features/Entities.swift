import VitalsServer
import VitalsServerEntities

extension ServedFeature {
    /// Groups, tags, notes, workouts and reminders.
    static var entities: ServedFeature {
        ServedFeature(feature: .entities, isSwitched: .named { true }) { features, components in
            components.addEntities(lockedTypes: try features.lockedTypes())
        }
    }
}
