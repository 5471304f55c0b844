import Foundation
import Vitals
import VitalsWorkouts

extension ScreenFeature {
    static let workouts = ScreenFeature(
        name: "workouts",
        tabs: [ScreenTab("workouts", title: "Workouts", symbol: "figure.run", order: 4)],
        routes: ["workout": "workouts", "sources": "settings"], settingNames: HealthSourcesModel.settingNames,
        refresh: { (models: WorkoutModels) in models.refresh() },
        diagnosticLines: { $0.ingest.diagnosticLines },
        makeModel: { tools in WorkoutModels(tools, source: WorkoutModels.systemSource()) })
}

/// The models of workouts, of health sources, and of reading from them.
@MainActor
final class WorkoutModels {
    let workouts: WorkoutsModel
    let sources: HealthSourcesModel
    let ingest: IngestModel

    init(_ tools: ScreenTools, source: (any PermittedSource)?) {
        let dependencies = tools.dependencies
        let (device, log, clock) = (dependencies.device, dependencies.diagnostics, dependencies.clock)
        workouts = WorkoutsModel(
            device: device, diagnostics: log, formatter: tools.formatter, clock: clock, onEdit: tools.onEdit)
        let read = Reading()
        let sources = HealthSourcesModel(
            device: device, diagnostics: log, settings: dependencies.settings, formatter: tools.formatter, clock: clock,
            source: source, onAnswer: { await read.ingest?.readAndFollow() })
        let ingest = IngestModel(
            device: device, diagnostics: log, formatter: tools.formatter, clock: clock, source: source,
            askedTypes: { sources.askedTypes }, onEdit: tools.onEdit)
        read.ingest = ingest
        (self.sources, self.ingest) = (sources, ingest)
    }

    /// The reader that exists once the sources do.
    private final class Reading {
        weak var ingest: IngestModel?
    }

    func refresh() {
        workouts.refresh()
        sources.refresh()
        ingest.refresh()
    }

    /// Health, where the system has it.
    static func systemSource() -> (any PermittedSource)? {
        #if canImport(HealthKit)
        return HealthKitSamples()
        #else
        return nil
        #endif
    }
}

extension PhoneModel {
    /// The list of workouts.
    public var workouts: WorkoutsModel { models[WorkoutModels.self].workouts }

    /// Health sources and permission.
    public var healthSources: HealthSourcesModel { models[WorkoutModels.self].sources }

    /// Reading from Health.
    public var ingest: IngestModel { models[WorkoutModels.self].ingest }
}
