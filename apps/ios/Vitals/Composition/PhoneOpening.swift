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
            result = .success(PhoneModel(try Self.parts()))
        } catch {
            result = .failure(OpeningProblem(detail: String(describing: error)))
        }
    }

    private static func parts() throws -> Dependencies {
        let file = try folder().appending(path: "vitals.sqlite")
        let store = try MeasurementStore(path: file.path(percentEncoded: false))
        return Dependencies(
            store: store, tokens: KeychainSecureStore(), settings: DefaultsSettings(),
            deviceName: UIDevice.current.name,
            healthBridge: HealthSource.bridge(notingIn: store))
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
