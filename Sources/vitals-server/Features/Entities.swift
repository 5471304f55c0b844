import VitalsServer
import VitalsServerEntities

extension ServedFeature {
    /// Groups, tags, notes, workouts and reminders.
    static var entities: ServedFeature {
        ServedFeature(feature: .entities, isSwitched: .named { true }) { _, components in components.addEntities() }
    }
}
