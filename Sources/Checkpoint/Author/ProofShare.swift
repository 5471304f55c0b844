package import CheckpointCourse
internal import CheckpointSystem
package import Foundation

/// The steps that a proof takes if it has only some minutes: those that a change touches, then those that were proved
/// longest ago. What doesn't fit comes next time.
package struct ProofShare: Sendable {
    /// Numbers of the steps to prove, in this order.
    package private(set) var chosen: [Int] = []
    /// Numbers of the steps that don't fit, in the order in which they're due.
    package private(set) var left: [Int] = []
    /// Numbers of the steps whose files the change touches.
    package let touched: [Int]
    private let course: Course
    private let groups: [Int: String]

    /// Files that every step rests on. Steps 1, 8 and 12 and a chapter stand for all: they have a manifest that learners
    /// write, parts, a server, and a state that is a set.
    private static let shared = [
        "Sources/Checkpoint/", "Sources/vitals-course/", "Tests/StepSupport/", "launcher/", "vitals-course",
        "steps/course.yml",
    ]
    private static let representatives = [1, 8, 12, 17]
    /// Seconds for a step that `steps/course.yml` has no figure for.
    private static let unknownSeconds = 90.0

    /// - Parameters:
    ///   - changed: paths of the files that the change touches.
    ///   - seconds: time for the whole share.
    ///   - proved: the times at which steps were proved, by their ids.
    ///   - turn: a number that differs from run to run. Of steps that were never proved here, another one comes first each
    ///     time.
    /// - Throws: `CourseError.courseBroken`, `MarkerError`.
    package init(
        of projector: Projector, changed: [String], seconds: Double, proved: ProofDates, turn: Int
    ) throws {
        course = projector.course
        let written = course.writtenSteps.map(\.number)
        let touches = try Self.steps(touchedBy: changed, projector).intersection(written)
        touched = touches.sorted()
        groups = try Dictionary(
            uniqueKeysWithValues: written.map { number in
                (number, try projector.packages(of: projector.course.closure(of: number)).joined(separator: "\n"))
            })
        let due = written.indices.map { written[($0 + turn) % written.count] }.enumerated().sorted {
            let (one, other) = (date(of: $0.element, proved), date(of: $1.element, proved))
            return one == other ? $0.offset < $1.offset : one < other
        }.map(\.element)
        let queue = due.filter(touches.contains) + due.filter { !touches.contains($0) }
        for (index, number) in queue.enumerated() {
            // One step at least, or a step that takes longer than the share would never be proved.
            guard chosen.isEmpty || estimate(of: chosen + [number]) <= seconds else {
                left = Array(queue[index...])
                break
            }
            chosen.append(number)
        }
    }

    private func date(of number: Int, _ proved: ProofDates) -> Date {
        course.step(number).flatMap { proved[$0.id] } ?? .distantPast
    }

    /// Seconds that the proof of the chosen steps takes: steps with other packages are proved beside each other, on two
    /// cores.
    package var seconds: Double { estimate(of: chosen) }

    /// Seconds that the steps would take that are left.
    package var secondsLeft: Double { estimate(of: left) }

    private func estimate(of numbers: [Int]) -> Double {
        let sums = Dictionary(grouping: numbers) { groups[$0] }.values.map { group in
            group.reduce(0) { $0 + (course.proofSeconds[$1] ?? Self.unknownSeconds) }
        }
        return max(sums.max() ?? 0, sums.reduce(0, +) / 2)
    }

    private static func steps(touchedBy paths: [String], _ projector: Projector) throws -> Set<Int> {
        var found: Set<Int> = []
        var owners: [String: Int] = [:]
        for (step, paths) in projector.ownership.pathsByStep { for path in paths { owners[path] = step } }
        for path in paths {
            if shared.contains(where: { path.isPath($0) || $0.hasSuffix("/") && path.pathBegins(with: $0) }) {
                found.formUnion(representatives)
            } else if let owner = owners[path] {
                found.insert(owner)
            }
            let step = projector.course.steps.first { path.pathBegins(with: "steps/\($0.id)/") }
            if let step { found.insert(step.number) }
        }
        return found
    }
}

/// When each step was last proved on this machine, by its id.
package struct ProofDates: Sendable, Codable {
    private var dates: [String: Date] = [:]

    package init() {}

    package subscript(id: String) -> Date? { dates[id] }

    private static func path(_ cache: String) -> String { cache + "/proved.json" }

    /// Reads the dates; none where nothing was proved.
    package static func read(cache: String = CacheFolder.standard) -> ProofDates {
        FileManager.default.contents(atPath: path(cache)).flatMap { try? JSONDecoder().decode(Self.self, from: $0) }
            ?? ProofDates()
    }

    /// Notes that a step has been proved.
    package static func note(_ id: String, at date: Date = Date(), cache: String = CacheFolder.standard) throws {
        var proved = read(cache: cache)
        proved.dates[id] = date
        try CacheFolder.write(try JSONEncoder().encode(proved), to: path(cache))
    }
}
