package import CheckpointCourse
package import CheckpointSystem
internal import Foundation

/// A check of everything that the course needs on a machine.
package struct Doctor: Sendable {
    package let course: Course
    package let workspace: Workspace?
    package let environment: [String: String]

    package init(course: Course, workspace: Workspace?, environment: [String: String]) {
        self.course = course
        self.workspace = workspace
        self.environment = environment
    }

    /// Returns the findings, the most important first.
    package func findings() async throws -> [Finding] {
        let step = try? workspace?.progress().currentStep(in: course)
        let needsPostgres = step?.needs.contains("postgres") ?? false
        var needed: Set<String> = ["swift", "build"]
        if needsPostgres {
            needed.insert("psql")
            if (environment["DATABASE_URL"] ?? "").isEmpty { needed.insert("postgres") }
        }
        let machine = try await machine(needed)
        var findings = machine.findings
        findings.append(await git())
        findings.append(await node(step, hasBrowser: machine.hasBrowser))
        findings.append(await docker())
        findings.append(Self.sandbox(await SandboxUnavailable.found()))
        findings.append(Self.space(at: CacheFolder.standard, "space for builds"))
        findings.append(Self.cache(CacheFolder.standard))
        findings.append(.ok("clone", "\(course.root), the course \(course.version)"))
        if let workspace { findings += Self.workspace(workspace, course) }
        return findings
    }

    // MARK: What the launcher knows

    /// Asks the launcher, which must look for these before the program is built. That way there is only one table of
    /// them.
    private func machine(_ needed: Set<String>) async throws -> (findings: [Finding], hasBrowser: Bool) {
        let launcher = course.root + "/vitals-course"
        guard FileManager.default.isExecutableFile(atPath: launcher) else {
            let finding = Finding.lacking(
                "launcher", "\(launcher) doesn't exist", isNeeded: true,
                remedy: "git -C '\(course.root)' checkout vitals-course")
            return ([finding], false)
        }
        let result = try await Command(launcher, ["--machine"]).capture()
        guard result.succeeded else {
            throw CourseError(.failed, "\(launcher) --machine failed with \(result.ending): \(result.standardError)")
        }
        let lines = result.standardOutput.split(separator: "\n").map(String.init)
        let browser = lines.filter { $0.contains("\tbrowser\t") }
        return (
            lines.compactMap { Self.finding($0, needed) },
            !browser.isEmpty && browser.allSatisfy { $0.hasPrefix("ok\t") }
        )
    }

    /// - Parameter line: state, use, package and description, separated by tabs.
    package static func finding(_ line: String, _ needed: Set<String>) -> Finding? {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 4 else { return nil }
        let (use, package, words) = (fields[1], fields[2], fields[3])
        let what = use == "swift" ? "Swift" : words
        if fields[0] == "ok" { return .ok(what, use == "swift" ? words : "there") }
        let remedy = use == "swift" ? "Install it from https://www.swift.org/install" : install(package)
        let detail = use == "swift" ? words : "not there; \(Self.purpose(use))"
        return .lacking(what, detail, isNeeded: needed.contains(use), remedy: remedy)
    }

    private static func purpose(_ use: String) -> String {
        switch use {
        case "postgres": "steps with a database need it, unless you set DATABASE_URL"
        case "psql": "steps with a database need it"
        case "tests": "vitals-course test needs it"
        case "browser": "tests of the phone in a browser need it; step 15 also works with Node"
        default: "every build needs it"
        }
    }

    package static func install(_ package: String) -> String {
        #if os(macOS)
        "brew install \(package)"
        #else
        (geteuid() == 0 ? "" : "sudo ") + "apt-get install -y --no-install-recommends \(package)"
        #endif
    }

    // MARK: What only the program asks

    private func git() async -> Finding {
        var version = Command("git", ["--version"])
        version.timeoutSeconds = 10
        guard Git.isThere, let result = try? await version.capture(), result.succeeded else {
            return .lacking(
                "git", "missing; SwiftPM fetches packages with it, and undo keeps its snapshots in it", isNeeded: true,
                remedy: Self.install("git"))
        }
        return .ok("git", result.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Checks Node, which runs the JavaScript tests on a machine without a browser.
    private func node(_ step: Step?, hasBrowser: Bool) async -> Finding {
        var version = Command("node", ["--version"])
        version.timeoutSeconds = 10
        let isFound = ExecutableSearch.folder(holding: ["node"], in: ExecutableSearch.path(environment)) != nil
        let result = isFound ? try? await version.capture() : nil
        return Self.node(
            result.flatMap { $0.succeeded ? $0.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines) : nil },
            hasBrowser: hasBrowser, isNeeded: step?.tests.contains { $0.frontend == .web } ?? false)
    }

    /// - Parameters:
    ///   - version: such as `v22.4.0`; nil if Node isn't installed.
    ///   - isNeeded: true if the step needs Node on a machine without a browser.
    package static func node(_ version: String?, hasBrowser: Bool, isNeeded: Bool) -> Finding {
        let numbers = version?.drop { !$0.isNumber }.split(separator: ".").compactMap { Int($0) } ?? []
        if let version, !numbers.lexicographicallyPrecedes([20, 19]) { return .ok("Node", version) }
        let purpose = "step 15 in the browser is checked with Chromium and its driver, or with Node 20.19 or newer"
        return .lacking(
            "Node", "\(version ?? "not there"); \(purpose)", isNeeded: isNeeded && !hasBrowser,
            remedy: "Install it from https://nodejs.org/en/download, or else: \(install("chromium chromium-driver"))")
    }

    /// - Parameter obstacle: why sandboxes don't work; nil if they do.
    package static func sandbox(_ obstacle: SandboxUnavailable?) -> Finding {
        guard let obstacle else { return .ok("sandbox", "bubblewrap works") }
        return .lacking(
            "sandbox", "\(obstacle.what); vitals-course grade needs it", isNeeded: false, remedy: obstacle.remedy)
    }

    /// Checks Docker; it counts as present only if its engine responds.
    private func docker() async -> Finding {
        let purpose = "step 11 starts your own file with it; without it, the schema is tried on another Postgres"
        guard ExecutableSearch.folder(holding: ["docker"], in: ExecutableSearch.path(environment)) != nil else {
            return .lacking(
                "Docker", "not there; " + purpose, isNeeded: false,
                remedy: "Install it from https://docs.docker.com/get-started/get-docker")
        }
        var info = Command("docker", ["info", "--format", "{{.ServerVersion}}"])
        info.timeoutSeconds = 5
        guard let result = try? await info.capture(), result.succeeded else {
            return .lacking(
                "Docker", "installed, but its engine doesn't respond; " + purpose, isNeeded: false,
                remedy: "Start Docker, or see why it doesn't respond: docker info")
        }
        return .ok("Docker", "engine " + result.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    private static let neededBytes: UInt64 = 3 << 30

    /// - Parameter path: a folder that needn't exist yet.
    package static func space(at path: String, _ what: String, needed: UInt64 = neededBytes) -> Finding {
        var folder = path
        while !FileManager.default.fileExists(atPath: folder), folder.count > 1 {
            folder = (folder as NSString).deletingLastPathComponent
        }
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return .ok(what, "unknown") }
        let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
        let words = String(format: "%.1f GB free at %@", Double(free) / 1e9, folder)
        guard free < needed else { return .ok(what, words) }
        return .lacking(
            what, words + "; builds of all packages take about \(needed >> 30) GB", isNeeded: true,
            remedy: "Free some space there, or put the cache elsewhere: export VITALS_COURSE_CACHE=/a/larger/disk")
    }

    private static func cache(_ path: String) -> Finding {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            return .lacking(
                "cache", "\(path) can't be created", isNeeded: true,
                remedy: "export VITALS_COURSE_CACHE=/a/folder/of/yours")
        }
        guard access(path, W_OK) == 0 else {
            return .lacking(
                "cache", "\(path) can't be written", isNeeded: true, remedy: "chown -R \"$(id -un)\" '\(path)'")
        }
        return .ok("cache", "\(path) (you may delete it; builds then start from scratch)")
    }

    private static func workspace(_ workspace: Workspace, _ course: Course) -> [Finding] {
        do {
            let progress = try workspace.progress()
            let step = try progress.currentStep(in: course)
            var findings = [Finding.ok("workspace", "\(workspace.root), at step \(step.number)")]
            if let advice = course.advice(for: progress) {
                findings.append(
                    .lacking(
                        "its version", "\(progress.courseVersion); the course has \(course.version)", isNeeded: false,
                        remedy: (try? course.requireCompatible(progress)) == nil ? advice : "vitals-course update"))
            }
            if workspace.courseRoot != course.root {
                findings.append(
                    .lacking(
                        "its clone", "\(workspace.courseRoot ?? "none") is recorded, but this is \(course.root)",
                        isNeeded: false, remedy: "vitals-course update"))
            }
            return findings
        } catch {
            return [.lacking("workspace", "\(error)", isNeeded: true, remedy: "Follow the message.")]
        }
    }
}

/// One thing that the course uses on this machine, and its state.
package struct Finding: Encodable, Hashable, Sendable {
    package enum State: String, Encodable, Sendable {
        case ok
        /// Missing, but not needed for the learner's current step.
        case absent
        /// Missing, and needed now.
        case missing
    }

    package let what: String
    package let state: State
    /// Details of what the doctor found.
    package let detail: String
    /// The exact command that fixes it, or advice if there's no such command; nil if there's nothing to fix.
    package let remedy: String?

    package static func ok(_ what: String, _ detail: String) -> Finding {
        Finding(what: what, state: .ok, detail: detail, remedy: nil)
    }

    static func lacking(_ what: String, _ detail: String, isNeeded: Bool, remedy: String) -> Finding {
        Finding(what: what, state: isNeeded ? .missing : .absent, detail: detail, remedy: remedy)
    }
}
