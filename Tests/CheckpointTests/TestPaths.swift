import Foundation

/// Where the tests find the clone and the programs that were built with them.
enum TestPaths {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// The folder of this test bundle on Linux; elsewhere the helper that loads the bundle lies in the toolchain.
    static let products: String = {
        let own = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
        return FileManager.default.isExecutableFile(atPath: own + "/vitals-course") ? own : root + "/.build/debug"
    }()

    static let course = products + "/vitals-course"

    static func text(_ path: String) throws -> String {
        try String(contentsOfFile: root + "/" + path, encoding: .utf8)
    }
}
