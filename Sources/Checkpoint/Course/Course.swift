internal import CheckpointSystem
internal import Dispatch
internal import Foundation
internal import Synchronization
internal import Yams

/// The course: its steps, as `steps/` describes them.
package struct Course: Sendable {
    /// The clone that the course was loaded from.
    package let root: String
    package let version: String
    /// The oldest version whose workspaces still work with this course; nil if all of them do.
    package var compatibleSince: String?
    /// The front end that the learner builds; nil for the course as its authors see it, with all front ends.
    package let frontend: Frontend?
    /// The steps in order, including those that are only announced.
    package let steps: [Step]
    /// The parts of the course in order; at least one.
    package var parts = CoursePart.onlyOne
    /// Folders that a learner's tree doesn't contain.
    let repositoryFolders: [String]
    /// Folders that the runner writes into a workspace.
    package let runnerFolders: [String]
    /// Seconds that the proof of a step takes on two cores while other steps are proved beside it, by its number.
    package var proofSeconds: [Int: Double] = [:]

    /// Loads the course. Reads only `steps/`, so that it's quick.
    ///
    /// - Parameter frontend: the front end that the learner builds; the others are given solved and aren't tested.
    /// - Throws: `CourseError.courseBroken` with the file's path.
    package static func load(root: String, frontend: Frontend? = nil) throws -> Course {
        let folder = root + "/steps"
        let manifest = try courseManifest(folder + "/course.yml")
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        var steps = try steps(named: names, in: folder, frontend)
        for coming in manifest.coming ?? [] where !steps.contains(where: { $0.number == coming.number }) {
            steps.append(coming.step)
        }
        steps.sort { $0.number < $1.number }
        let parts = try parts(of: manifest)
        for index in steps.indices { steps[index].isChapter = parts.haveChapter(steps[index].number) }
        let numbers = steps.map(\.number)
        guard !steps.isEmpty, Set(numbers).count == numbers.count else {
            throw CourseError(.courseBroken, "Two folders in steps/ have the same number: \(numbers).")
        }
        return Course(
            root: root, version: manifest.version, compatibleSince: manifest.compatibleSince, frontend: frontend,
            steps: steps, parts: parts, repositoryFolders: manifest.repository, runnerFolders: manifest.runner,
            proofSeconds: manifest.proofSeconds ?? [:])
    }

    private static func parts(of manifest: CourseManifest) throws -> [CoursePart] {
        let parts = manifest.parts ?? []
        guard zip(parts, parts.dropFirst()).allSatisfy({ $0.first < $1.first }) else {
            throw CourseError(
                .courseBroken, "steps/course.yml: the parts must stand in the order of their first steps.")
        }
        return parts.isEmpty ? CoursePart.onlyOne : parts
    }

    /// Numbers of the steps in which learners write tests, in order.
    package var judgedSteps: [Int] { writtenSteps.filter { $0.judged != nil }.map(\.number) }

    /// Number of the step in which learners write `Package.swift`; later the manifest is the course's.
    package var manifestStep: Int { steps.first { $0.owns.contains("Package.swift") }?.number ?? 0 }

    /// Reads the manifests in parallel, because short commands spend most of their time on it.
    private static func steps(named names: [String], in folder: String, _ frontend: Frontend?) throws -> [Step] {
        let found = Mutex<[Int: Result<Step, any Error>]>([:])
        DispatchQueue.concurrentPerform(iterations: names.count) { index in
            let name = names[index]
            guard let number = number(of: name),
                let text = try? String(contentsOfFile: "\(folder)/\(name)/step.yml", encoding: .utf8)
            else { return }
            let step = Result {
                try StepManifest.read(text, path: "steps/\(name)/step.yml")
                    .step(number: number, id: name, frontend: frontend)
            }
            found.withLock { $0[index] = step }
        }
        return try found.withLock { $0 }.sorted { $0.key < $1.key }.map { try $0.value.get() }
    }

    /// The steps that are already written.
    package var writtenSteps: [Step] { steps.filter { !$0.isComing } }

    /// True for a file of a front end that the learner doesn't build.
    func isGiven(_ path: String) -> Bool {
        guard let frontend else { return false }
        return steps.contains { step in
            step.frontends.contains { $0.key != frontend && $0.value.contains { path.pathBegins(with: $0) } }
        }
    }

    package func step(_ number: Int) -> Step? { steps.first { $0.number == number } }

    /// Returns the step that a test belongs to, from the number in the name of its suite.
    package static func number(ofTest id: String) -> Int? {
        guard id.hasPrefix("Step") else { return nil }
        return Int(id.dropFirst(4).prefix(2))
    }

    private static func number(of folder: String) -> Int? {
        let parts = folder.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, parts[0].count == 2 else { return nil }
        return Int(parts[0])
    }

    private static func courseManifest(_ path: String) throws -> CourseManifest {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw CourseError(.courseBroken, "steps/course.yml can't be read. Is this a complete clone of Vitals?")
        }
        do {
            return try YAMLDecoder().decode(CourseManifest.self, from: text)
        } catch {
            throw CourseError(.courseBroken, "steps/course.yml can't be read: \(error)")
        }
    }
}

extension CourseManifest.Coming {
    fileprivate var step: Step {
        Step(
            number: number, id: (number < 10 ? "0" : "") + "\(number)-\(slug)", title: title, aim: aim, proves: proves,
            time: minutes, requires: requires, owns: [], needs: [], products: [], tests: [], isComing: true)
    }
}
