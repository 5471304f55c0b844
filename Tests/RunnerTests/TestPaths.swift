import Foundation

/// The paths of the clone and of the programs that were built with the tests.
enum TestPaths {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// The folder of this test bundle on Linux; elsewhere `.build/debug`, because the helper that loads the bundle is
    /// in the toolchain.
    static let products: String = {
        let own = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
        return FileManager.default.isExecutableFile(atPath: own + "/vitals-course") ? own : root + "/.build/debug"
    }()

    static let course = products + "/vitals-course"

    static func text(_ path: String) throws -> String {
        try String(contentsOfFile: root + "/" + path, encoding: .utf8)
    }
}
