package import Foundation

/// The package's own files, and the programs built with the tests.
package enum PackageFiles {
    /// The folder that holds `Package.swift`.
    package static let root: String = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// - Parameter path: relative to the package's root, such as `db/schema.sql`.
    package static func url(_ path: String) -> URL { URL(fileURLWithPath: root).appendingPathComponent(path) }

    package static func text(_ path: String) throws -> String {
        try String(contentsOf: url(path), encoding: .utf8)
    }

    /// The path of a program of this package. It is built next to the test bundle that is running.
    package static func product(_ name: String) -> String {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent(name).path
    }
}
