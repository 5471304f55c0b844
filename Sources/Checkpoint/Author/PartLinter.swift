internal import CheckpointCheck
internal import CheckpointCourse

/// Checks that a long step is divided, and how: each body is in one part, each part has tests and isn't too long, and its
/// check can be passed before the parts after it are written.
struct PartLinter: Sendable {
    let projector: Projector
    let step: Step

    /// The most minutes that a part may take, and a step that isn't divided.
    static let mostMinutes = (part: 180, step: 270)

    private var path: String { "steps/\(step.id)/step.yml" }

    /// - Parameter regions: the bodies of the whole course.
    /// - Throws: `MarkerError`, or `CourseError.courseBroken` if a file can't be read.
    func diagnostics(_ regions: [MarkedText.Region]) throws -> [String] {
        guard !step.parts.isEmpty else {
            return step.time.most <= Self.mostMinutes.step
                ? []
                : [
                    "\(path): the step may take \(step.time.most) minutes; a step of more than \(Self.mostMinutes.step) "
                        + "needs parts:"
                ]
        }
        let shape = shape(regions.filter { $0.step == step.number }.map(\.name))
        return try shape.isEmpty ? step.ownParts.compactMap(completion) : shape
    }

    private func shape(_ bodies: [String]) -> [String] {
        var diagnostics = step.parts.count == 1 ? ["\(path): a single part is the whole step; leave out parts:"] : []
        var seen: [String: StepPart] = [:]
        for part in step.parts {
            let name = "part \(step.name(of: part))"
            for region in part.regions {
                if let other = seen.updateValue(part, forKey: region) {
                    diagnostics.append("\(path): \(region) is in part \(step.name(of: other)) and in \(name)")
                }
                if !bodies.contains(region) {
                    diagnostics.append("\(path): \(name) names \(region), which is no body of the step")
                }
            }
            if part.title.isEmpty || part.regions.isEmpty {
                diagnostics.append("\(path): \(name) needs a title and bodies")
            }
            if step.tests(of: part).isEmpty { diagnostics.append("\(path): no test belongs to \(name)") }
            if part.time.most > Self.mostMinutes.part {
                diagnostics.append(
                    "\(path): \(name) may take \(part.time.most) minutes; a part has at most \(Self.mostMinutes.part)")
            }
        }
        diagnostics += bodies.filter { seen[$0] == nil }.map { "\(path): \($0) is in no part" }
        diagnostics += step.tests.filter { step.part(of: $0) == nil }.map { "\(path): \($0.id) belongs to no part" }
        return diagnostics
    }

    /// Checks that the tree by which a part is judged is the solution once the part and those before it are written, so
    /// that the part's check is green then. Returns a diagnostic if it isn't.
    private func completion(_ part: StepPart) throws -> String? {
        let later = Set(step.regions(after: part))
        let solution = projector.course.state(after: step.number)
        var state = projector.course.starterState(of: step.number)
        for file in try projector.markedFiles() {
            for region in file.regions where region.step == step.number && !later.contains(region.name) {
                state.replacements[region.name] = file.lines(of: region.name, in: solution)
            }
        }
        let judged = try PartTree(projector.tree(in: state), of: step, part, projector).tree
        let solved = try projector.tree(in: solution)
        let different = solved.keys.sorted().first { path in
            guard let own = judged[path]?.text, let right = solved[path]?.text else {
                return judged[path] != solved[path]
            }
            return own != right && Self.words(own) != Self.words(right)
        }
        return different.map {
            "\($0): the check of part \(step.name(of: part)) can't put the course's code in place of a later part's starter"
        }
    }

    /// The text without white space, which the formatter may have changed.
    private static func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}
