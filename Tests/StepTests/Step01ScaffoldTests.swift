import StepSupport
import Testing

@Suite("Step 1: the scaffold")
struct Step01ScaffoldTests {
    // Package.swift is judged by what SwiftPM reads from it, in whatever style it is written.

    /// Read once for all tests: SwiftPM needs a moment.
    private static let dump = Result { try PackageDump.current() }

    @Test("SwiftPM can read Package.swift")
    func manifestIsRead() {
        if case .failure(let error) = Self.dump {
            Issue.record("Package.swift should evaluate; SwiftPM says: \(error)")
        }
        let problem = PackageDump.problem
        expect(
            problem == nil,
            "Each target needs its sources and everything that it depends on; SwiftPM says: \(problem ?? "")")
    }

    @Test("there's a library product named Vitals for apps to use")
    func libraryProduct() throws {
        let products = try Self.dump.get().products
        let seen = products.map { "\($0.kind) \($0.name)" }.joined(separator: ", ")
        let product = try #require(
            products.first { $0.name == "Vitals" },
            "products: should list a library named Vitals; it lists \(seen.isEmpty ? "nothing" : seen).")
        expect(
            product.isLibrary,
            "The product Vitals should be a library, which an app can import; its kind is \(product.kind).")
        expect(
            product.targets == ["Vitals"],
            "The product Vitals should consist of the target Vitals; it consists of \(product.targets).")
    }

    @Test("the target Vitals is a library target, with its sources in Sources/Vitals")
    func target() throws {
        let targets = try Self.dump.get().targets
        let target = try #require(
            targets.first { $0.name == "Vitals" },
            "targets: should have a target named Vitals; it has \(targets.map(\.name)).")
        expect(
            target.type == "regular",
            "The target Vitals should be a plain .target; its type is \(target.type), which nothing can import.")
        expect(
            ["Sources/Vitals", nil].contains(target.path),
            "The sources of Vitals should stay in Sources/Vitals, where SwiftPM looks; path: says \(target.path ?? "")."
        )
    }

    @Test(
        "the package is for iOS 18 and macOS 15", .serialized,
        arguments: [("ios", "iOS", "18.0"), ("macos", "macOS", "15.0")])
    func platforms(key: String, name: String, version: String) throws {
        let platforms = try Self.dump.get().platforms
        let platform = try #require(
            platforms.first { $0.platformName == key },
            "platforms: should name \(name) \(version), or SwiftPM assumes an old version; it has \(platforms.map(\.platformName))."
        )
        expect(
            platform.version == version,
            "The oldest \(name) that Vitals supports should be \(version); platforms: says \(platform.version).")
    }

    @Test("no other platform is named: Linux needs no entry")
    func noOtherPlatforms() throws {
        let others = try Self.dump.get().platforms.map(\.platformName).filter { !["ios", "macos"].contains($0) }
        expect(
            others.isEmpty,
            "platforms: should name only iOS and macOS; it also names \(others). Linux has no oldest version to name.")
    }

    @Test("everything is in Swift 6 mode, where data races are errors")
    func languageMode() throws {
        let dump = try Self.dump.get()
        expect(
            dump.languageModes == ["6"],
            "The package should be in Swift 6 language mode only; swiftLanguageModes: gives \(dump.languageModes).")
        for target in dump.targets {
            expect(
                ["6", nil].contains(target.ownLanguageMode),
                "Each target should be in Swift 6 mode; \(target.name) sets the mode \(target.ownLanguageMode ?? "").")
        }
    }
}
