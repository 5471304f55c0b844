import Foundation

/// The contents of a `Package.swift`, as `swift package dump-package` prints them. It has only the parts that the
/// course checks.
package struct PackageDump: Decodable, Sendable {
    package struct Platform: Decodable, Sendable {
        package let platformName: String
        /// Such as `18.0`.
        package let version: String
    }

    package struct Product: Decodable, Sendable {
        package let name: String
        package let targets: [String]
        /// A dictionary whose one key is the kind: `library`, `executable`, `plugin`.
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

        /// The language mode that this target sets for itself; nil for the package's.
        package var ownLanguageMode: String? { settings.compactMap { $0.kind["swiftLanguageMode"]?.text }.last }
    }

    /// A setting's value. Nil also for a value that isn't a text, because other settings hold lists.
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

    /// The language modes that the package names. If it names none, the mode of its tools version.
    package var languageModes: [String] {
        let major = toolsVersion.text.split(separator: ".").first.map(String.init)
        return swiftLanguageVersions ?? [major ?? ""]
    }

    /// The dump of the package that contains these tests: from the file that `VITALS_PACKAGE_DUMP` names if it is set,
    /// otherwise from SwiftPM.
    package static func current() throws -> PackageDump {
        if let path = ProcessInfo.processInfo.environment["VITALS_PACKAGE_DUMP"], !path.isEmpty {
            return try PackageDump(Data(contentsOf: URL(fileURLWithPath: path)))
        }
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("vitals-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        // A separate scratch folder, because SwiftPM locks the package's own while tests run.
        let words = ["package", "--package-path", PackageFiles.root, "--scratch-path", scratch.path, "dump-package"]
        return try PackageDump(CommandOutput.of("swift", words))
    }

    /// SwiftPM's error that keeps the package from being built, whatever its sources are; nil where there is none, or
    /// where it wasn't checked.
    package static var problem: String? {
        guard let path = ProcessInfo.processInfo.environment["VITALS_PACKAGE_PROBLEM"],
            let text = try? String(contentsOfFile: path, encoding: .utf8)
        else { return nil }
        return text.isEmpty ? nil : text
    }

    init(_ json: Data) throws { self = try JSONDecoder().decode(PackageDump.self, from: json) }
}
