import VitalsServer
import VitalsServerWorkouts

extension ServedFeature {
    /// Samples of health sources, and what a companion sends: workouts and body measures.
    static var workouts: ServedFeature {
        ServedFeature(feature: .workouts, isSwitched: .named { true }) { _, components in
            components.addSamples()
            components.addCompanion()
        }
    }
}
