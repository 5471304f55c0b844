package import CheckpointCourse

/// A tree for the check of one part of a step: a learner's files, with the course's code in place of the bodies of later
/// parts that the learner hasn't begun. So a part's tests can run before the rest of the step is written.
///
/// A body counts as begun once its lines differ from the starter's, apart from indentation. It's then taken as it is.
package struct PartTree: Sendable {
    package private(set) var tree: [String: TreeFile]
    /// Names of the bodies that the course's code stands in for.
    package private(set) var standIns: [String] = []
    /// For each changed file, the learner's line number for each of its lines, from 1.
    private var originals: [String: [Int]] = [:]

    private struct Line {
        let text: String
        /// The line's number in the learner's file, from 1.
        let original: Int
    }

    /// - Throws: `MarkerError`, or `CourseError.courseBroken` if a file of the course can't be read.
    package init(_ tree: [String: TreeFile], of step: Step, _ part: StepPart, _ projector: Projector) throws {
        self.tree = tree
        let later = step.regions(after: part)
        let course = projector.course
        for file in try projector.markedFiles() {
            let regions = file.regions.map(\.name).filter(later.contains)
            guard !regions.isEmpty, let text = tree[file.path]?.text else { continue }
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
                Line(text: String($1), original: $0 + 1)
            }
            for name in regions {
                guard let starter = file.lines(of: name, in: course.starterState(of: step.number)),
                    let solved = file.lines(of: name, in: course.state(after: step.number)),
                    let place = Projector.place(of: starter, in: lines.map(\.text))
                else { continue }
                let first = lines[place.lowerBound].original
                lines.replaceSubrange(place, with: solved.map { Line(text: $0, original: first) })
                standIns.append(name)
            }
            self.tree[file.path] = TreeFile(lines.map(\.text).joined(separator: "\n"))
            originals[file.path] = lines.map(\.original)
        }
    }

    /// Returns the learner's place for one in this tree, such as `Sources/Vitals/Precedence/Merge.swift:6`.
    func original(of place: String) -> String {
        guard let colon = place.lastIndex(of: ":"), let line = Int(place[place.index(after: colon)...]) else {
            return place
        }
        let path = String(place[..<colon])
        return "\(path):\(original(line: line, of: path))"
    }

    private func original(line: Int, of path: String) -> Int {
        guard let lines = originals[path], lines.indices.contains(line - 1) else { return line }
        return lines[line - 1]
    }

    /// Moves the report's places to the learner's own lines.
    func relocate(_ report: inout CheckReport) {
        for index in report.verdicts.indices {
            report.verdicts[index].place = report.verdicts[index].place.map(original)
        }
        report.errors = report.errors.map {
            CompilerDiagnostic(
                path: $0.path, line: original(line: $0.line, of: $0.path), column: $0.column, message: $0.message)
        }
    }
}
