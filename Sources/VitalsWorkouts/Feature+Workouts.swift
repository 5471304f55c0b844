import GRDB
package import Vitals

extension Feature {
    /// Samples of health sources, and workouts. It stands on the feature `entities`.
    package static let workouts = Feature(name: "workouts") {
        $0.migrations = [.samples]
        $0.importReader = { WorkoutsExportReader($0) }
        $0.syncStage = { stage in
            guard let api = stage.api as? any SampleAPI else { return }
            try await SampleUpload(stage.store, api).run()
        }
        $0.unsent = { database in
            let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM sample WHERE state = 0 AND gone = 0") ?? 0
            return UnsentItems(count: count, one: "sample", more: "samples")
        }
    }
}
