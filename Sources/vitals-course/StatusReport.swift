internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace
internal import Foundation

/// The map of the course, for programs and for people.
struct StatusReport: Encodable {
    struct Row: Encodable {
        let step: Int
        let id: String
        let title: String
        /// The part that the step belongs to, counted from 1.
        let part: Int
        /// The middle of `minutesRange`.
        let minutes: Int
        /// The least and the most minutes.
        let minutesRange: [Int]
        var requires: [Int]?
        let state: StepMap.State?
        var changedFiles: [String]?
        var lockedBy: [Int]?
        var lastCheck: CheckRecord?
        var passedAt: Date?
        var skippedAt: Date?
        var hints: [String: Int]?
        var solutionShownAt: Date?
        var solutionAppliedAt: Date?
        /// The parts of a long step; nil for a step that isn't divided.
        var parts: [StepPartRow]?
    }

    struct StepPartRow: Encodable {
        let part: Int
        let name: String
        let title: String
        let minutesRange: [Int]
        let state: StepMap.State?
        var passedAt: Date?
        var lastCheck: CheckRecord?
    }

    struct Part: Encodable {
        let part: Int
        let title: String
    }

    let course: String
    let courseVersion: String
    let parts: [Part]
    var workspace: String?
    var workspaceVersion: String?
    var current: Int?
    let next: String
    let steps: [Row]

    /// Creates a report for use outside a workspace.
    init(course: Course) {
        self.course = course.root
        courseVersion = course.version
        parts = Self.parts(of: course)
        next = Self.howToStart
        steps = course.steps.map {
            Row(
                step: $0.number, id: $0.id, title: $0.title, part: Self.part(of: $0, course), minutes: $0.time.middle,
                minutesRange: $0.time.range, requires: $0.isChapter ? $0.requires : nil,
                state: $0.isComing ? .coming : nil, parts: Self.parts(of: $0))
        }
    }

    private static func parts(of course: Course) -> [Part] {
        course.parts.enumerated().map { Part(part: $0 + 1, title: $1.title) }
    }

    private static func part(of step: Step, _ course: Course) -> Int {
        (course.parts.lastIndex { $0.first <= step.number } ?? 0) + 1
    }

    init(_ course: Course, _ workspace: Workspace, _ progress: CourseProgress, _ map: StepMap) {
        self.course = course.root
        courseVersion = course.version
        self.workspace = workspace.root
        workspaceVersion = progress.courseVersion
        current = map.current.number
        parts = Self.parts(of: course)
        next = map.advice
        steps = map.rows.map { row in
            Row(
                step: row.step.number, id: row.step.id, title: row.step.title, part: Self.part(of: row.step, course),
                minutes: row.step.time.middle, minutesRange: row.step.time.range,
                requires: row.step.isChapter ? row.step.requires : nil, state: row.state,
                changedFiles: row.changedFiles, lockedBy: row.lockedBy,
                lastCheck: row.progress.lastCheck, passedAt: row.progress.passedAt, skippedAt: row.progress.skippedAt,
                hints: row.progress.hints, solutionShownAt: row.progress.solutionShownAt,
                solutionAppliedAt: row.progress.solutionAppliedAt, parts: Self.parts(of: row))
        }
    }

    private static func parts(of step: Step) -> [StepPartRow]? {
        step.ownParts.isEmpty
            ? nil
            : step.ownParts.map {
                StepPartRow(
                    part: $0.number, name: step.name(of: $0), title: $0.title, minutesRange: $0.time.range, state: nil)
            }
    }

    private static func parts(of row: StepMap.Row) -> [StepPartRow]? {
        row.parts.isEmpty
            ? nil
            : row.parts.map {
                StepPartRow(
                    part: $0.part.number, name: row.step.name(of: $0.part), title: $0.part.title,
                    minutesRange: $0.part.time.range, state: $0.state, passedAt: $0.progress.passedAt,
                    lastCheck: $0.progress.lastCheck)
            }
    }

    private static let howToStart =
        "vitals-course start ../my-vitals makes a workspace of your own, outside this clone"

    // MARK: For people

    static func lines(of course: Course, _ style: TextStyle) -> [String] {
        let (width, time) = (course.steps.map(\.title.count).max() ?? 0, times(of: course))
        let count = course.chapters.count
        let chapters = count == 0 ? "" : " and \(count) chapter\(count == 1 ? "" : "s")"
        let rows = byPart(course) { step in
            let line = "  \("\(step.number)".paddedLeft(to: 2))  \(step.title.padded(to: width))  \(time(step.time))"
            return [step.isComing ? style(line + "  coming", .dim) : line]
        }
        let head = "The course: \(course.linearSteps.count) steps\(chapters), \(course.writtenSteps.map(\.time).hours)"
        return [style(head, .bold), ""] + rows + [
            "", "To begin: " + howToStart,
        ]
    }

    static func lines(
        of map: StepMap, _ course: Course, _ workspace: Workspace, _ progress: CourseProgress, _ style: TextStyle
    ) -> [String] {
        let (width, time) = (course.steps.map(\.title.count).max() ?? 0, times(of: course))
        let passed = map.rows.filter { $0.progress.passedAt != nil }.count
        let head = "\(map.place), \(passed) passed"
        let rows = byPart(course) { step -> [String] in
            guard let row = map.rows.first(where: { $0.step == step }) else { return [] }
            let number = "\(row.step.number)".paddedLeft(to: 2)
            let title = "\(number)  \(row.step.title.padded(to: width))  \(time(row.step.time))"
            let isFaint = row.state == .locked || row.state == .coming
            let line =
                "  " + style("\(row.state.symbol) \(row.state.word.padded(to: 7))", mark(of: row.state)) + "  "
                + (isFaint ? style(title, .dim) : title)
            let whole = row.note.isEmpty ? line : line + "  " + style(row.note, isFaint ? .dim : .yellow)
            // The parts of other steps would only make the map longer.
            return [whole] + ([.now, .started].contains(row.state) ? parts(of: row, width, time, style) : [])
        }
        let lines =
            [style(head, .bold) + style("  (\(workspace.root))", .dim), ""] + rows + ["", "Next: " + map.advice]
        return lines + [course.advice(for: progress)].compactMap(\.self)
    }

    /// Returns a line for each part of a step, below the step's own.
    private static func parts(
        of row: StepMap.Row, _ width: Int, _ time: (ExpectedTime) -> String, _ style: TextStyle
    ) -> [String] {
        row.parts.map { part in
            let name = row.step.name(of: part.part).padded(to: 6)
            let title = "  \(name)\(part.part.title.padded(to: max(0, width - 4)))  \(time(part.part.time))"
            let check = part.progress.lastCheck.map(StepMap.Row.note(failed:)) ?? ""
            return "  " + style("\(part.state.symbol) \("".padded(to: 7))", mark(of: part.state)) + "  " + title
                + (check.isEmpty ? "" : "  " + style(check, .yellow))
        }
    }

    /// Returns the lines for each step, below the title of its part if there are several.
    private static func byPart(_ course: Course, lines: (Step) -> [String]) -> [String] {
        let parts = course.partsInUse
        guard parts.count > 1 else { return course.steps.flatMap(lines) }
        return Array(parts.map { [$0.title] + course.steps(of: $0).flatMap(lines) }.joined(separator: [""]))
    }

    /// Returns times as a column: each is as wide as the widest of the course.
    private static func times(of course: Course) -> (ExpectedTime) -> String {
        let times = course.steps.flatMap { [$0.time] + $0.ownParts.map(\.time) }
        let width = max(7, times.map(\.minutes.count).max() ?? 0)
        return { $0.minutes.paddedLeft(to: width) }
    }

    private static func mark(of state: StepMap.State) -> TextStyle.Mark {
        switch state {
        case .passed: .green
        case .changed, .skipped: .yellow
        case .now, .started, .open: .cyan
        case .locked, .coming: .dim
        }
    }
}
