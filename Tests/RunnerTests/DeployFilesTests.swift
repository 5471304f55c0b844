import Foundation
import TestSupport
import Testing

/// Tests that only read the file, so that no Docker engine is needed.
@Suite("Dockerfile")
struct DeployFilesTests {
    @Test("The image has two stages, runs as nobody special, and is stopped by a signal to the server itself")
    func image() throws {
        let lines = try TestPaths.text("Dockerfile").split(separator: "\n").map(String.init)
        let stages = lines.filter { $0.hasPrefix("FROM ") }
        expect(stages.count, equals: 2)
        expect(stages.first?.hasPrefix("FROM swift:6.3") == true)
        expect(stages.last?.hasSuffix("-slim") == true)
        let final = lines.drop { $0 != stages.last }
        let user = try #require(final.firstIndex { $0.hasPrefix("USER ") })
        let entryPoint = try #require(final.firstIndex { $0.hasPrefix("ENTRYPOINT ") })
        expect(lines[user] != "USER root" && user < entryPoint)
        expect(lines[entryPoint].hasPrefix("ENTRYPOINT [\""), "in shell form SIGTERM would reach a shell")
        expect(final.contains { $0.hasPrefix("HEALTHCHECK ") } && final.contains { $0.hasPrefix("EXPOSE ") })
        expect(!final.contains { $0.contains("-dev ") }, "headers do not belong in the final image")
    }

    @Test("The server in the image is built with HTTPS, by the trait that Package.swift declares")
    func https() throws {
        let builds = try TestPaths.text("Dockerfile").split(separator: "\n").filter { $0.hasPrefix("RUN swift build ") }
        expect(builds.count == 1 && builds.allSatisfy { $0.contains(" --traits TLS ") }, "\(builds)")
        try expect(TestPaths.text("Package.swift").contains(#"name: "TLS""#))
    }

    @Test("The build context holds all that the Dockerfile copies, and no build folder")
    func context() throws {
        let ignore = try TestPaths.text(".dockerignore").split(separator: "\n").map(String.init)
        expect(ignore.contains("*"))
        let copied = try TestPaths.text("Dockerfile").split(separator: "\n")
            .filter { $0.hasPrefix("COPY ") && !$0.contains("--from") }
            .compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
        expect(copied.allSatisfy { ignore.contains("!" + $0) })
    }
}
