import Foundation
import TestSupport
import Testing

@testable import CheckpointSystem

/// Tests of the app's files. The app can be built only on a Mac; here its sources are parsed and its lists are read.
@Suite("apps/ios")
struct AppFilesTests {
    private let root = TestPaths.root + "/apps/ios"

    @Test("every source is Swift", .timeLimit(.minutes(5)))
    func parses() async throws {
        let sources = files { $0.hasSuffix(".swift") }
        expect(sources.count > 20, "The sources were not found below \(root).")
        var command = Command("swiftc", ["-frontend", "-parse"] + sources.map { root + "/" + $0 })
        command.timeoutSeconds = 100
        let result = try await command.capture()
        expect(result.succeeded, "\(result.standardError)")
        expect(result.standardError.isEmpty, "\(result.standardError)")
    }

    @Test("a source that is no Swift is noticed")
    func noticesASlip() async throws {
        let file = NSTemporaryDirectory() + "vitals-slip-\(UUID().uuidString).swift"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try "struct Slip { var body: some View { Text( }".write(toFile: file, atomically: true, encoding: .utf8)
        var command = Command("swiftc", ["-frontend", "-parse", file])
        command.timeoutSeconds = 60
        try await expect(!command.capture().succeeded)
    }

    @Test("Info.plist says why Health and the local network are wanted, and opens no door for plain HTTP elsewhere")
    func info() throws {
        let info = try list("Support/Info.plist")
        for key in ["NSHealthShareUsageDescription", "NSLocalNetworkUsageDescription"] {
            let words = try #require(info[key] as? String, "\(key) is missing.")
            expect(words.count > 20 && words.hasSuffix("."), "\(key) should be a sentence for a person: \(words)")
        }
        expect(
            info["NSHealthUpdateUsageDescription"] == nil, "The app never writes to Health, so it should not ask to.")
        let transport = try #require(info["NSAppTransportSecurity"] as? [String: Bool])
        expect(transport, equals: ["NSAllowsLocalNetworking": true])
        // Health is read in the background, and nothing else runs there.
        expect(info["UIBackgroundModes"] as? [String] == ["fetch"])
        expect(
            info["BGTaskSchedulerPermittedIdentifiers"] as? [String] == ["$(PRODUCT_BUNDLE_IDENTIFIER).refresh"])
        for key in ["CFBundleIdentifier", "CFBundleExecutable", "CFBundleVersion"] {
            expect((info[key] as? String)?.hasPrefix("$(") == true, "\(key) belongs to the project's settings.")
        }
    }

    @Test("the entitlements are those that the app uses, and no more")
    func entitlements() throws {
        let entitlements = try list("Support/Vitals.entitlements")
        expect(
            Set(entitlements.keys),
            equals: [
                "com.apple.developer.healthkit", "com.apple.developer.healthkit.access",
                "com.apple.developer.healthkit.background-delivery",
                "com.apple.developer.usernotifications.time-sensitive",
            ])
        expect(entitlements["com.apple.developer.usernotifications.time-sensitive"] as? Bool == true)
        expect(entitlements["com.apple.developer.healthkit"] as? Bool == true)
        expect(entitlements["com.apple.developer.healthkit.background-delivery"] as? Bool == true)
        expect((entitlements["com.apple.developer.healthkit.access"] as? [String])?.isEmpty == true)
    }

    @Test("the privacy manifest says that nobody is tracked, and why the app may look at what it looks at")
    func privacy() throws {
        let manifest = try list("Vitals/PrivacyInfo.xcprivacy")
        expect(manifest["NSPrivacyTracking"] as? Bool == false)
        let accessed = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
        expect(
            !accessed.isEmpty
                && accessed.allSatisfy { ($0["NSPrivacyAccessedAPITypeReasons"] as? [String])?.isEmpty == false })
    }

    @Test("the project file is whole: what it refers to is in it or beside it, and its brackets close")
    func project() throws {
        let text = try TestPaths.text("apps/ios/Vitals.xcodeproj/project.pbxproj")
        let identifiers = text.matches(of: /\b(A[0-9]{23})\b/).map { String($0.output.1) }
        let defined = Set(text.matches(of: /\n\t\t(A[0-9]{23})[^\n]* = \{/).map { String($0.output.1) })
        expect(Set(identifiers).subtracting(defined), equals: [], "These are referred to and not defined.")
        for (open, close) in [("{", "}"), ("(", ")")] as [(Character, Character)] {
            expect(text.count { $0 == open }, equals: text.count { $0 == close }, "\(open) and \(close) do not pair.")
        }
        for file in ["Support/Info.plist", "Support/Vitals.entitlements", "README.md", "Vitals"] {
            expect(FileManager.default.fileExists(atPath: root + "/" + file), "\(file) is missing.")
        }
        expect(text.contains("INFOPLIST_FILE = Support/Info.plist;"))
        expect(text.contains("CODE_SIGN_ENTITLEMENTS = Support/Vitals.entitlements;"))
        expect(text.contains("relativePath = ../..;"))
        let scheme = try TestPaths.text("apps/ios/Vitals.xcodeproj/xcshareddata/xcschemes/VitalsApp.xcscheme")
        let blueprint = try #require(scheme.firstMatch(of: /BlueprintIdentifier = "([^"]*)"/)?.output.1)
        expect(defined.contains(String(blueprint)), "The scheme builds a target that the project does not have.")
    }

    @Test("the app has no binaries and none of a person's own Xcode files")
    func onlyText() throws {
        for file in files({ _ in true }) where !file.contains("xcuserdata") {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: root + "/" + file))
            expect(!bytes.contains(0), "\(file) is no text.")
        }
    }

    private func files(_ isWanted: (String) -> Bool) -> [String] {
        let all = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return all.filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isFolder)
                && !isFolder.boolValue
                && isWanted(path)
        }.sorted()
    }

    private func list(_ path: String) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(fileURLWithPath: root + "/" + path))
        return try #require(
            PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any], "\(path) is no list.")
    }
}
