import Foundation
import UIKit
import Vitals
import VitalsFeatures
import VitalsViewModels

/// The composition root: the only place that names files, the Keychain and HealthKit.
@MainActor
enum PhoneOpening {
    /// The start of the app. The services run with the views that need them; the first sync comes when the screen is there.
    static func startUp() -> StartUp {
        // One log from the start on, so that it also has what keeps a phone from opening.
        let log = DiagnosticsLog()
        let steps: [StartUp.Step] = [
            // HealthKit launches the app to deliver something, and looks for who wants it right after the start.
            .init(.services, "Health") { phone in Task { await phone.ingest.readAndFollow() } },
            .init(.deferred, "Sync") { phone in phone.wake() },
        ]
        return StartUp(diagnostics: log, steps: steps) {
            PhoneModel(try dependencies(log), features: ScreenFeature.all)
        }
    }

    private static func dependencies(_ log: DiagnosticsLog) throws -> Dependencies {
        let device = try Device(
            url: folder(), secureStore: KeychainSecureStore(), transport: LoggingTransport(log: log), features: .all)
        return Dependencies(
            device: device, diagnostics: log, settings: DefaultsSettings(), deviceName: UIDevice.current.name,
            healthBridge: HealthSource.bridge(notingIn: device))
    }

    /// The folder of the records. It is left out of every backup, because health data may not go into iCloud.
    private static func folder() throws -> URL {
        var folder = try FileManager.default.url(
            for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true
        ).appending(path: "Vitals", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try folder.setResourceValues(values)
        return folder
    }
}
