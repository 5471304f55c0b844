import Foundation
import Vitals

extension ScreenFeature {
    static let report = ScreenFeature(
        name: "report", refresh: { (models: ReportModels) in models.report.refresh() },
        makeModel: { tools in ReportModels(tools) })
}

/// The models of the look inside, and of the account's devices.
@MainActor
final class ReportModels {
    let report: ReportModel
    let devices: AccountDevicesModel

    init(_ tools: ScreenTools) {
        let dependencies = tools.dependencies
        let version = Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
        report = ReportModel(
            device: dependencies.device, diagnostics: dependencies.diagnostics, formatter: tools.formatter,
            appVersion: "Vitals " + (version ?? "of unknown version"),
            platform: ProcessInfo.processInfo.operatingSystemVersionString, clock: dependencies.clock)
        devices = AccountDevicesModel(device: dependencies.device, diagnostics: dependencies.diagnostics)
    }
}

extension PhoneModel {
    /// The look inside the phone.
    public var report: ReportModel { models[ReportModels.self].report }

    /// The devices of the account.
    public var accountDevices: AccountDevicesModel { models[ReportModels.self].devices }
}
