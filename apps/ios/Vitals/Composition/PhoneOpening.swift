import Foundation
import UIKit
import Vitals
import VitalsViewModels

/// The composition root: the only place that names files, the Keychain and HealthKit.
@MainActor
struct PhoneOpening {
    let result: Result<PhoneModel, OpeningProblem>

    init() {
        do {
            result = .success(PhoneModel(try Self.dependencies()))
        } catch {
            result = .failure(OpeningProblem(detail: String(describing: error)))
        }
    }

    private static func dependencies() throws -> Dependencies {
        let log = DiagnosticsLog()
        let device = try Device(
            url: folder(), secureStore: KeychainSecureStore(), transport: LoggingTransport(log: log))
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

/// The reason why the phone could not be opened, in one sentence.
struct OpeningProblem: Error {
    let detail: String
}
