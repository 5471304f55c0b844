import Foundation

@testable import CheckpointCourse
@testable import CheckpointGrading
@testable import CheckpointSystem
@testable import CheckpointWorkspace

/// A learner's package, in a temporary folder where it can be packed in every format.
struct SubmissionFixture {
    let folder: String
    /// The package's own folder.
    var package: String { folder + "/ada" }

    static let moment = Date(timeIntervalSince1970: 1_800_000_000)

    /// The files that are read from the package.
    static let files: [String: TreeFile] = [
        "Package.swift": TreeFile("// swift-tools-version: 6.2\n"),
        "Sources/Mini/Greeting.swift": TreeFile("let greeting = \"Grüße\"\r\nno end"),
        "Sources/Mini/deep/größer $ und mehr.swift": TreeFile(""),
        "Tests/StepTests/Mine.swift": TreeFile(Data((0...255).map { UInt8($0) })),
        "deploy/run.sh": TreeFile(Data("#!/bin/sh\n".utf8), isExecutable: true),
        ".dockerignore": TreeFile(".build\n"),
    ]

    /// Other files in the package, which aren't read.
    static let others = [
        "README.md", "Sources/.hidden.swift", "Sources/Mini/.cache/x.swift", "web/__pycache__/x.pyc", ".build/x.swift",
        "notes/Sources/x.swift",
    ]

    static let progress: CourseProgress = {
        var progress = CourseProgress(courseVersion: "1", frontend: .web, current: "02-greeting")
        progress.steps["01-scaffold"] = StepProgress()
        progress.steps["01-scaffold"]?.hints = ["manifest": 2]
        return progress
    }()

    /// Creates a fixture, passes it to `body`, and removes it.
    static func with(_ body: @Sendable (SubmissionFixture) async throws -> Void) async throws {
        try await Resources.using { resources in
            let fixture = SubmissionFixture(folder: try await resources.makeDirectory("vitals-submission"))
            for (path, file) in files { try file.write(to: fixture.package + "/" + path) }
            for path in others { try fixture.write("other\n", to: "ada/" + path) }
            try FileManager.default.createDirectory(
                atPath: fixture.package + "/.vitals", withIntermediateDirectories: true)
            try ProgressFile(path: fixture.package + "/" + Workspace.progressPath).write(progress)
            try await body(fixture)
        }
    }

    /// - Parameter path: relative to the folder.
    func write(_ text: String, to path: String) throws { try TreeFile(text).write(to: folder + "/" + path) }

    /// Writes a sparse file of zeros, which takes up no space on the disk.
    func writeZeros(_ count: Int, to path: String) throws {
        try write("", to: path)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder + "/" + path))
        try file.truncate(atOffset: UInt64(count))
        try file.close()
    }

    func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder + "/" + path, withDestinationPath: target)
    }

    /// Reads a path in the folder.
    func read(
        _ path: String, _ options: SubmissionReader.Options = SubmissionReader.Options()
    ) async throws -> Submission {
        try await SubmissionReader.read(folder + "/" + path, options)
    }

    /// Writes an archive and reads it.
    func read(_ archive: Data, as name: String) async throws -> Submission {
        try archive.write(to: URL(fileURLWithPath: folder + "/" + name))
        return try await read(name)
    }

    /// Runs a program in the folder, or in a folder below it.
    @discardableResult
    func run(_ words: String..., at place: String = "", date: Date = moment) async throws -> String {
        var command = Command(words[0], Array(words.dropFirst()))
        command.environment = Git.environment()
        for name in ["GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"] {
            command.environment[name] = "\(Int(date.timeIntervalSince1970)) +0100"
        }
        command.directory = folder + "/" + place
        let result = try await command.capture()
        guard result.succeeded else { throw CourseError(.failed, "\(words): \(result.standardError)") }
        return result.standardOutput.trimmingCharacters(in: .newlines)
    }

    /// Makes the package a repository with one commit of all its files.
    func makeRepository() async throws {
        try await run("git", "init", "--quiet", "--initial-branch=main", at: "ada")
        try await commit()
    }

    func commit(at date: Date = moment) async throws {
        try await run("git", "add", "--all", "--force", at: "ada")
        try await run("git", "commit", "--quiet", "--allow-empty", "--message=work", at: "ada", date: date)
    }

    /// Returns the data as compressed by gzip.
    static func gzip(_ data: Data) async throws -> Data {
        try await Command("gzip", ["-nc"]).bytes(input: data, limit: 1 << 26).output
    }
}
