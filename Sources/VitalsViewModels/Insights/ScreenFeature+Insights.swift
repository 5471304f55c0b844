import Foundation

extension ScreenFeature {
    static let insights = ScreenFeature(name: "insights", settingNames: [InsightModel.dismissedName]) { tools in
        InsightModel(
            device: tools.dependencies.device, diagnostics: tools.dependencies.diagnostics,
            settings: tools.dependencies.settings, timeZone: tools.dependencies.calendar.timeZone,
            units: { tools.formatter().units }, clock: tools.dependencies.clock)
    }
}

extension PhoneModel {
    /// The card about the person's week.
    public var insight: InsightModel { models[InsightModel.self] }
}
