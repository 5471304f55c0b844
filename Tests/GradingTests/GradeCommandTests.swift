import Foundation
import StepSupport
import TestSupport
import Testing
import Vitals

@testable import CheckpointCourse
@testable import CheckpointSystem
@testable import CheckpointWorkspace

/// Tests of `vitals-course grade` when something is wrong, as an instructor sees it.
@Suite("The command that grades", .serialized)
struct GradeCommandTests {
    private func grade(_ words: [String], environment: [String: String] = [:]) async throws -> Run {
        let root = ["VITALS_COURSE_ROOT": PackageFiles.root]
        return try await blocking {
            try RunningProgram(
                "vitals-course", ["grade"] + words, environment: root.merging(environment) { _, new in new }
            )
            .finish(withinSeconds: 600)
        }
    }

    /// Creates submissions under these names, each with the solution of step 1.
    private func submissions(_ names: [String], in folder: String) throws -> [String] {
        let projector = Projector(course: try Course.load(root: PackageFiles.root))
        let tree = try projector.tree(after: 1)
        return try names.map { name in
            for (path, file) in tree { try file.write(to: "\(folder)/\(name)/\(path)") }
            return folder + "/" + name
        }
    }

    @Test(
        "says what is wrong with what it was asked, before anything is built",
        arguments: [
            (["--steps", "0-3"], "1-8 or 1-3,7"), (["--steps", "3-1"], "1-8 or 1-3,7"), (["--steps", "all"], "1-8"),
            (["--config", "/nowhere.yml"], "/nowhere.yml can't be read"), (["--before-due"], "needs a due date"),
            (["--roster", "/nowhere.csv"], "/nowhere.csv"), (["--jobs", "0"], "--jobs is 1 or more"),
        ])
    func usage(words: [String], message: String) async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-grade")
            let run = try await grade(try submissions(["ada"], in: folder) + ["--out", folder + "/out"] + words)
            expect(run.status, equals: 2, "\(run)")
            expect(run.errors.contains(message), "\(run.errors)")
            expect(!FileManager.default.fileExists(atPath: folder + "/out"))
        }
    }

    @Test("refuses without a sandbox where one is required, and says how to get one")
    func requiresSandbox() async throws {
        let swift = try #require(ExecutableSearch.folder(holding: ["swift"], in: ExecutableSearch.path()))
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-grade")
            let paths = try submissions(["ada"], in: folder)
            guard !FileManager.default.fileExists(atPath: swift + "/bwrap") else { return }
            let run = try await grade(
                paths + ["--require-sandbox", "--steps", "1", "--out", folder + "/out"], environment: ["PATH": swift])
            expect(run.status, equals: 4, "\(run)")
            expect(run.errors.contains("apt-get install -y bubblewrap"), "\(run.errors)")
        }
    }

    @Test(
        "killed half-way, it goes on where it was, with the same grades, and never over another grading",
        .enabled(if: Sandbox.path() != nil))
    func resumes() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-grade")
            let paths = try submissions(["ada", "bob", "eve", "joe"], in: folder)
            try "let broken =".write(
                toFile: folder + "/eve/Sources/Vitals/Own.swift", atomically: true, encoding: .utf8)
            let whole = try await grade(paths + ["--steps", "1-2", "--out", folder + "/whole"])
            expect(whole.status, equals: 0, "\(whole.errors)")

            let out = folder + "/out"
            let arguments = ["grade"] + paths + ["--steps", "1-2", "--out", out]
            let left = try await blocking {
                let program = try RunningProgram(
                    "vitals-course", arguments, environment: ["VITALS_COURSE_ROOT": PackageFiles.root])
                let deadline = Date(timeIntervalSinceNow: 300)
                while (try? FileManager.default.contentsOfDirectory(atPath: out + "/results"))?.isEmpty ?? true,
                    program.isRunning, Date() < deadline
                {
                    usleep(2_000)
                }
                kill(program.processID, SIGKILL)
                _ = try program.finish(withinSeconds: 20)
                return Self.leftoversInTheEnd(of: program.processID)
            }
            let known = try FileManager.default.contentsOfDirectory(atPath: out + "/results")
            expect((1..<4).contains(known.count), "it was to be killed half-way: \(known)")
            expect(left, equals: [], "what it built, or a job of it, is still there")

            let again = try await grade(paths + ["--steps", "1-2", "--out", out])
            expect(again.status == 2 && again.errors.contains("--resume"), "\(again)")
            let before = try Self.modified(known, in: out)
            let resumed = try await grade(paths + ["--steps", "1-2", "--out", out, "--resume"])
            expect(resumed.status, equals: 0, "\(resumed.errors)")
            try expect(Self.modified(known, in: out), equals: before, "what was known has been judged again")
            let sheets = try [out, folder + "/whole"].map {
                try String(contentsOfFile: $0 + "/grades.csv", encoding: .utf8)
            }
            expect(sheets[0], equals: sheets[1])
            expect(sheets[0].contains("did not build"), "\(sheets[0])")
        }
    }

    @Test("asked to end while it prepares, it ends at once and leaves nothing behind")
    func endsWhilePreparing() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-grade")
            let paths = try submissions(["ada", "bob"], in: folder)
            let cache = folder + "/cache"
            let arguments = ["grade"] + paths + ["--steps", "1-4", "--out", folder + "/out"]
            let (run, seconds, left) = try await blocking {
                let program = try RunningProgram(
                    "vitals-course", arguments,
                    environment: ["VITALS_COURSE_ROOT": PackageFiles.root, "VITALS_COURSE_CACHE": cache])
                let deadline = Date(timeIntervalSinceNow: 120)
                // The build of what all submissions need has its folder.
                while !Self.isPreparing(in: cache), program.isRunning, Date() < deadline { usleep(20_000) }
                sleep(2)
                let asked = Date()
                kill(program.processID, SIGTERM)
                let run = try program.finish(withinSeconds: 300)
                return (run, -asked.timeIntervalSinceNow, Self.leftoversInTheEnd(of: program.processID))
            }
            expect(run.status, equals: 143, "\(run.errors)")
            expect(seconds < 20, "it went on for \(seconds) s")
            expect(left, equals: [], "what it built, or a job of it, is still there")
        }
    }

    private static func isPreparing(in cache: String) -> Bool {
        let files = FileManager.default.enumerator(atPath: cache)
        return files?.contains { ($0 as? String)?.hasSuffix("/.build") ?? false } ?? false
    }

    @Test("a cache among the temporary files is no obstacle", .enabled(if: Sandbox.path() != nil))
    func cacheAmongTemporaryFiles() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-grade")
            let run = try await grade(
                try submissions(["ada"], in: folder) + ["--steps", "1", "--out", folder + "/out"],
                environment: ["VITALS_COURSE_CACHE": folder + "/cache"])
            expect(run.status, equals: 0, "\(run.errors)")
            let sheet = try String(contentsOfFile: folder + "/out/grades.csv", encoding: .utf8)
            expect(sheet.contains("passed"), "\(sheet)")
        }
    }

    @Test("resumed, it judges again what was changed, and takes anew what lies beside the files")
    func resumesWithChanges() async throws {
        try await Resources.using { resources in
            let folder = try await resources.makeDirectory("vitals-grade")
            let paths = try submissions(["ada", "bob"], in: folder)
            let out = folder + "/out"
            let arguments = paths + ["--steps", "1", "--out", out]
            func hints(_ hints: [String: Int]) throws {
                var progress = CourseProgress(courseVersion: "1", frontend: .web, current: "01-scaffold")
                progress[id: "01-scaffold"].hints = hints
                try FileManager.default.createDirectory(
                    atPath: paths[0] + "/.vitals", withIntermediateDirectories: true)
                try ProgressFile(path: paths[0] + "/.vitals/progress.json").write(progress)
            }
            try hints([:])
            let first = try await grade(arguments)
            expect(first.status, equals: 0, "\(first.errors)")
            let before = try Self.modified(["ada.json", "bob.json"], in: out)
            let seconds = try #require(try Self.graded(in: out).first?["steps"]?.array?.first?["seconds"])
            guard case .number(0.000_001..<60) = seconds else {
                Issue.record("by the clock of the runner it took \(seconds)")
                return
            }

            try hints(["manifest": 2])
            try "let broken =".write(toFile: paths[1] + "/Package.swift", atomically: true, encoding: .utf8)
            let resumed = try await grade(arguments + ["--resume"])
            expect(resumed.status, equals: 0, "\(resumed.errors)")
            let after = try Self.modified(["ada.json", "bob.json"], in: out)
            expect(after["ada.json"], equals: before["ada.json"], "a hint changes nothing of what is judged")
            expect(after["bob.json"] != before["bob.json"], "its manifest is another one")
            let graded = try Self.graded(in: out)
            expect(graded.first?["hints"]?["1"]?["manifest"], equals: .number(2), "\(graded)")
            let sheet = try String(contentsOfFile: out + "/grades.csv", encoding: .utf8)
            expect(sheet.contains("did not build"), "\(sheet)")
        }
    }

    /// Returns the jobs, and the folder of their files, that are still there once a watchdog has had time to remove
    /// them.
    private static func leftoversInTheEnd(of processID: Int32) -> [String] {
        let deadline = Date(timeIntervalSinceNow: 20)
        let name = "grading-\(processID)-"
        while true {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: CacheFolder.standard)) ?? []
            let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            // Whatever runs in a job's shell has mounts that come from its folder.
            let jobs = processes.filter { id in
                let mounts = FileManager.default.contents(atPath: "/proc/\(id)/mountinfo") ?? Data()
                return String(decoding: mounts, as: UTF8.self).contains("/" + name)
            }
            let left = names.filter { $0.hasPrefix(name) } + jobs.map { "process \($0)" }
            if left.isEmpty || Date() > deadline { return left }
            usleep(50_000)
        }
    }

    private static func graded(in out: String) throws -> [JSONValue] {
        let document = try JSONValue(
            parsing: Array(try Data(contentsOf: URL(fileURLWithPath: out + "/grades.json"))))
        return try #require(document["submissions"]?.array)
    }

    private static func modified(_ names: [String], in out: String) throws -> [String: Date] {
        try names.reduce(into: [:]) { dates, name in
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(out)/results/\(name)")
            dates[name] = attributes[.modificationDate] as? Date
        }
    }
}
