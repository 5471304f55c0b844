import Foundation
import StepSupport
import TestSupport
import Testing

@testable import VitalsViewModels

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

    @Test("only the list of features has the markers of chapters", arguments: ["VitalsViewModels", "vitals-device"])
    func oneList(target: String) throws {
        let marked = try Self.sources(of: target).filter { $0.text.contains("// @from ") }.map(\.path)
        expect(marked, equals: [target == "vitals-device" ? "Features/Features.swift" : "Screens.swift"])
    }

    @Test("no model outside a feature's folder names anything of that feature's")
    @MainActor
    func featuresAreApart() throws {
        let sources = try Self.sources(of: "VitalsViewModels")
        let list = "Screens.swift"
        let names = ScreenFeature.all.map(\.name)
        for name in names {
            let folder = name.capitalized + "/"
            let own = sources.filter { $0.path.hasPrefix(folder) }
            let pattern = /(?m)^(?:public )?(?:final )?(?:struct|class|enum|protocol) ([A-Za-z]+)/
            let types = Set(own.flatMap { $0.text.matches(of: pattern).map { String($0.1) } })
            expect(!types.isEmpty, "\(folder) declares nothing")
            for source in sources where !source.path.hasPrefix(folder) && source.path != list {
                let words = Set(source.text.split { !($0.isLetter || $0.isNumber) }.map(String.init))
                let named = words.intersection(types)
                expect(named.isEmpty, "\(source.path) names \(named.sorted())")
                expect(!source.text.contains("\"\(name)\""), "\(source.path) names \(name)")
            }
        }
        expect(names.count > 4)
    }

    private static func sources(of target: String) throws -> [(path: String, text: String)] {
        let root = PackageFiles.url("Sources/" + target)
        let paths = FileManager.default.enumerator(atPath: root.path)?.allObjects as? [String] ?? []
        return try paths.filter { $0.hasSuffix(".swift") }.sorted().map {
            ($0, try String(contentsOf: root.appending(path: $0), encoding: .utf8))
        }
    }
}
