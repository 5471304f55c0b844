package import Vitals

extension Feature {
    /// Samples of health sources, and workouts. It stands on the feature `entities`.
    package static let workouts = Feature(name: "workouts") {
        $0.migrations = [.sampleStub]
        $0.importReader = { WorkoutsExportReader($0) }
    }
}
