import Foundation

/// What a `Package.swift` says, as `swift package dump-package` prints it; only what the course looks at.
package struct PackageDump: Decodable, Sendable {
    package struct Platform: Decodable, Sendable {
        package let platformName: String
        /// Such as `18.0`.
        package let version: String
    }

    package struct Product: Decodable, Sendable {
        package let name: String
        package let targets: [String]
        /// Its one key is the kind: `library`, `executable`, `plugin`.
        private let type: [String: [String]?]

        package var isLibrary: Bool { type["library"] != nil }
        package var kind: String { type.keys.first ?? "unknown kind" }
    }

    package struct Target: Decodable, Sendable {
        package let name: String
        /// `regular`, `executable`, `test`, `system`, …
        package let type: String
        /// Nil for `Sources/NAME`.
        package let path: String?
        private let settings: [Setting]

        private struct Setting: Decodable {
            let kind: [String: SettingValue]
        }

        /// The mode that this target sets for itself; nil for the package's.
        package var ownLanguageMode: String? { settings.compactMap { $0.kind["swiftLanguageMode"]?.text }.last }
    }

    /// Nil as well for what is no text: other settings hold lists.
    private struct SettingValue: Decodable {
        let text: String?

        private enum Key: String, CodingKey { case text = "_0" }

        init(from decoder: any Decoder) throws {
            text = try? decoder.container(keyedBy: Key.self).decode(String.self, forKey: .text)
        }
    }

    private struct ToolsVersion: Decodable {
        let text: String

        private enum CodingKeys: String, CodingKey { case text = "_version" }
    }

    package let platforms: [Platform]
    package let products: [Product]
    package let targets: [Target]
    private let swiftLanguageVersions: [String]?
    private let toolsVersion: ToolsVersion

    /// The language modes that the package names or, where it names none, the one that its tools version brings.
    package var languageModes: [String] {
        let major = toolsVersion.text.split(separator: ".").first.map(String.init)
        return swiftLanguageVersions ?? [major ?? ""]
    }

    /// Of the package in which these tests stand: from the file that `VITALS_PACKAGE_DUMP` names if it is set, else
    /// by asking SwiftPM.
    package static func current() throws -> PackageDump {
        if let path = ProcessInfo.processInfo.environment["VITALS_PACKAGE_DUMP"], !path.isEmpty {
            return try PackageDump(Data(contentsOf: URL(fileURLWithPath: path)))
        }
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("vitals-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        // A scratch folder of its own: SwiftPM holds the lock of the package's while tests run.
        let words = ["package", "--package-path", PackageFiles.root, "--scratch-path", scratch.path, "dump-package"]
        return try PackageDump(CommandOutput.of("swift", words))
    }

    /// What keeps the package from being built whatever its sources say, in SwiftPM's words; nil where nothing does, or
    /// where nobody has looked.
    package static var problem: String? {
        guard let path = ProcessInfo.processInfo.environment["VITALS_PACKAGE_PROBLEM"],
            let text = try? String(contentsOfFile: path, encoding: .utf8)
        else { return nil }
        return text.isEmpty ? nil : text
    }

    init(_ json: Data) throws { self = try JSONDecoder().decode(PackageDump.self, from: json) }
}
