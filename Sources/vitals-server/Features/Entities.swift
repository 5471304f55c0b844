import VitalsServer
import VitalsServerEntities
// @from repository
import VitalsServerReminders
// @end

extension ServedFeature {
    /// Groups, tags, notes, workouts and reminders.
    static var entities: ServedFeature {
        // @from repository
        ServedFeature(feature: .entities, isSwitched: .named { true }) { features, components in
            let access = try features.reminders.access()
            components.addEntities(lockedTypes: { try await access.lockedTypes(of: $1, in: $0) })
        }
        // @else
        //| ServedFeature(feature: .entities, isSwitched: .named { true }) { _, components in components.addEntities() }
        // @end
    }
}
