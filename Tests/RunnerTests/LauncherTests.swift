import Foundation
import TestSupport
import Testing

@testable import CheckpointSystem

@Suite("The launcher")
struct LauncherTests {
    #if os(Linux)
    @Test(
        "names the exact command for each header that is missing, and exits 4",
        arguments: [
            ("libsqlite3-dev", "demo"), ("libpq-dev", "demo"), ("libcurl4-openssl-dev", "demo"), ("pkg-config", "demo"),
            ("zlib1g-dev", "demo"), ("postgresql", "test"), ("unzip", "test"), ("zip", "test"),
            ("libsqlite3-dev libpq-dev libcurl4-openssl-dev", "demo"),
        ])
    func namesWhatIsMissing(packages: String, subcommand: String) async throws {
        var launcher = Command(TestPaths.root + "/vitals-course", [subcommand])
        launcher.directory = "/"
        launcher.environment = [
            "VITALS_COURSE_PRETEND_MISSING": packages, "VITALS_COURSE_NO_INSTALL": "1", "VITALS_TEST_DATABASE_URL": nil,
        ]
        let result = try await launcher.capture()
        expect(result.ending, equals: "exit status 4")
        expect(result.standardError.contains("apt-get install -y --no-install-recommends \(packages)\n"))
        expect(result.standardOutput.isEmpty)
    }
    #endif

    @Test(
        "refuses a Swift that is too old, and says where a newer one is",
        arguments: [
            "Swift version 6.1.2 (swift-6.1.2-RELEASE)", "Swift version 5.10 (swift-5.10-RELEASE)", "gibberish",
        ])
    func refusesOldSwift(version: String) async throws {
        let result = try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-swift")
            try "#!/bin/sh\necho '\(version)'\n".write(toFile: folder + "/swift", atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder + "/swift")
            var launcher = Command(TestPaths.root + "/vitals-course", ["demo"])
            launcher.environment = [
                "PATH": "\(folder):/usr/bin:/bin", "VITALS_COURSE_NO_INSTALL": "1",
                // So that it looks, also where all is built.
                "VITALS_COURSE_PRETEND_MISSING": "nothing",
            ]
            return try await launcher.capture()
        }
        expect(result.ending, equals: "exit status 4")
        expect(result.standardError.contains("https://www.swift.org/install"))
    }
}
