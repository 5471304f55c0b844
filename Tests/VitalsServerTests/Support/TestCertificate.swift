import Foundation

/// A certificate for loopback and its key, created by `openssl` for one test.
struct TestCertificate {
    let certificate: String
    let key: String

    static let isPossible = ["openssl", "curl"].allSatisfy { (try? run($0, ["version"]))?.output.isEmpty == false }

    /// - Parameter name: the name of the two files in the directory, without extensions.
    init(in directory: String, name: String = "server") throws {
        certificate = "\(directory)/\(name).crt"
        key = "\(directory)/\(name).key"
        let made = try Self.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key,
                "-out", certificate,
            ])
        guard made.status == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    /// Runs a `curl` that trusts this certificate and no other.
    func curl(_ arguments: [String]) throws -> (status: Int32, output: String) {
        try Self.run(
            "curl", ["--silent", "--show-error", "--max-time", "20", "--cacert", certificate] + arguments)
    }

    static func run(_ name: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + (name == "curl" && arguments == ["version"] ? ["--version"] : arguments)
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
