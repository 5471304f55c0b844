// swift-format-ignore-file: OrderedImports
// Each chapter adds its import at the end, within its marker.

public import Vitals

// @from 21
import VitalsEntities
// @end
// @from 23
import VitalsReminders
// @end
// @from 24
import VitalsWorkouts
// @end
// @from repository
import VitalsReport
// @end
// A new feature's target: its import.

extension FeatureList {
    // swift-format-ignore
    /// All features of a phone, in the order in which they act: those of `Vitals`, and then those with a target of their own.
    /// A program hands it to its `Device`.
    public static let all: FeatureList = builtIn.followed(by: [
        // @from 21
        .entities,
        // @end
        // @from 23
        .reminders,
        // @end
        // @from 24
        .workouts,
        // @end
        // @from repository
        .report,
        // @end
        // A new feature: its line.
    ])
}
