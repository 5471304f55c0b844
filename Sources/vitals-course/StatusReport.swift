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
        let minutes: Int
        let state: StepMap.State?
        var changedFiles: [String]?
        var lockedBy: [Int]?
        var lastCheck: CheckRecord?
        var passedAt: Date?
        var skippedAt: Date?
        var hints: [String: Int]?
        var solutionShownAt: Date?
        var solutionAppliedAt: Date?
    }

    let course: String
    let courseVersion: String
    var workspace: String?
    var workspaceVersion: String?
    var current: Int?
    let next: String
    let steps: [Row]

    /// Creates a report for use outside a workspace.
    init(course: Course) {
        self.course = course.root
        courseVersion = course.version
        next = Self.howToStart
        steps = course.steps.map {
            Row(step: $0.number, id: $0.id, title: $0.title, minutes: $0.minutes, state: $0.isComing ? .coming : nil)
        }
    }

    init(_ course: Course, _ workspace: Workspace, _ progress: CourseProgress, _ map: StepMap) {
        self.course = course.root
        courseVersion = course.version
        self.workspace = workspace.root
        workspaceVersion = progress.courseVersion
        current = map.current.number
        next = map.advice
        steps = map.rows.map { row in
            Row(
                step: row.step.number, id: row.step.id, title: row.step.title, minutes: row.step.minutes,
                state: row.state, changedFiles: row.changedFiles, lockedBy: row.lockedBy,
                lastCheck: row.progress.lastCheck, passedAt: row.progress.passedAt, skippedAt: row.progress.skippedAt,
                hints: row.progress.hints, solutionShownAt: row.progress.solutionShownAt,
                solutionAppliedAt: row.progress.solutionAppliedAt)
        }
    }

    private static let howToStart =
        "vitals-course start ../my-vitals makes a workspace of your own, outside this clone"

    // MARK: For people

    static func lines(of course: Course, _ style: TextStyle) -> [String] {
        let width = course.steps.map(\.title.count).max() ?? 0
        let hours = (course.writtenSteps.map(\.minutes).reduce(0, +) + 30) / 60
        let rows = course.steps.map { step in
            let line = "  \("\(step.number)".paddedLeft(to: 2))  \(step.title.padded(to: width))  \(time(step))"
            return step.isComing ? style(line + "  coming", .dim) : line
        }
        return [style("The course: \(course.steps.count) steps, about \(hours) hours", .bold), ""] + rows + [
            "", "To begin: " + howToStart,
        ]
    }

    static func lines(
        of map: StepMap, _ course: Course, _ workspace: Workspace, _ progress: CourseProgress, _ style: TextStyle
    ) -> [String] {
        let width = course.steps.map(\.title.count).max() ?? 0
        let passed = map.rows.filter { $0.progress.passedAt != nil }.count
        let head = "Step \(map.current.number) of \(course.steps.count), \(passed) passed"
        let rows = map.rows.map { row -> String in
            let number = "\(row.step.number)".paddedLeft(to: 2)
            let title = "\(number)  \(row.step.title.padded(to: width))  \(time(row.step))"
            let isFaint = row.state == .locked || row.state == .coming
            let line =
                "  " + style("\(row.state.symbol) \(row.state.word.padded(to: 7))", mark(of: row.state)) + "  "
                + (isFaint ? style(title, .dim) : title)
            return row.note.isEmpty ? line : line + "  " + style(row.note, isFaint ? .dim : .yellow)
        }
        let lines =
            [style(head, .bold) + style("  (\(workspace.root))", .dim), ""] + rows + ["", "Next: " + map.advice]
        return lines + [course.advice(for: progress)].compactMap(\.self)
    }

    private static func time(_ step: Step) -> String { "\(step.minutes) min".paddedLeft(to: 7) }

    private static func mark(of state: StepMap.State) -> TextStyle.Mark {
        switch state {
        case .passed: .green
        case .changed, .skipped: .yellow
        case .now, .started, .open: .cyan
        case .locked, .coming: .dim
        }
    }
}
