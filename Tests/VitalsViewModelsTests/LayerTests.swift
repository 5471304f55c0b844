import Foundation
import StepSupport
import TestSupport
import Testing

/// Tests of the layers: who uses a device knows nothing of the parts below it.
@Suite("The layers above the device")
struct LayerTests {
    @Test(
        "the program, the view models and the app use `Device`, and neither store nor syncer",
        arguments: ["Sources/vitals-device", "Sources/VitalsViewModels", "apps/ios"])
    func above(folder: String) throws {
        let root = PackageFiles.url(folder)
        let paths = (FileManager.default.enumerator(atPath: root.path)?.allObjects as? [String] ?? []).filter {
            $0.hasSuffix(".swift")
        }
        expect(!paths.isEmpty)
        for path in paths {
            let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            let words = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") })
            let below = words.intersection(["MeasurementStore", "Syncer", "SealedFileSecureStore"])
            expect(below.isEmpty, "\(folder)/\(path)")
            expect(!text.contains(".store."), "\(folder)/\(path)")
        }
    }
}
