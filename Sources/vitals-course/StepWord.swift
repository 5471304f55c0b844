internal import CheckpointCourse
internal import CheckpointSystem
internal import CheckpointWorkspace

/// The names of a step on the command line: `8`, `08`, `sync-engine` or `08-sync-engine`, and those of its parts: `8.1`.
enum StepWord {
    /// Splits words into a step and a part of a step; either may be left out. A single name is a part, unless `isStep`
    /// knows it as a step's.
    static func split(
        _ words: [String], isStep: (String) throws -> Bool
    ) throws -> (step: String?, part: String?) {
        guard words.count <= 2 else {
            throw CourseError(
                .usage, "Too many arguments. Give a step and at most one part of it, for example: 8 merge")
        }
        guard let first = words.first else { return (nil, nil) }
        if words.count == 2 { return (first, words[1]) }
        let isNumber = first.first?.isNumber == true || first.first == "-"
        return try isNumber || isStep(first) ? (first, nil) : (nil, first)
    }
}

/// A step, and the part of it if the word names one.
struct StepTarget {
    let step: Step
    var part: StepPart?

    /// The name in commands, such as `8` or `8.1`.
    var name: String { part.map(step.name) ?? "\(step.number)" }
}

extension Course {
    /// Returns the step or the part that a word means: `8`, `sync-engine`, `8.1`, `sync-engine.1` or `15.web`.
    func target(named word: String) throws -> StepTarget {
        guard let dot = word.lastIndex(of: ".") else { return StepTarget(step: try step(named: word)) }
        let step = try step(named: String(word[..<dot]))
        let name = word[word.index(after: dot)...]
        let own = step.ownParts.map(step.name)
        guard let first = own.first, let last = own.last else {
            throw CourseError(.usage, "Step \(step.number) isn't divided into parts. Name it without one: \(step.word)")
        }
        guard let part = step.parts.first(where: { "\($0.number)" == name || $0.frontend?.rawValue == String(name) })
        else {
            let range = first == last ? "the part \(first)" : "parts \(first) to \(last)"
            throw CourseError(.usage, "There is no part \"\(word)\"; step \(step.number) has \(range).")
        }
        guard !part.isGiven else {
            let front: String = part.frontend?.rawValue ?? ""
            throw CourseError(
                .usage,
                "Part \(step.name(of: part)) is about the front end \(front). Yours is part \(first); "
                    + "vitals-course update --frontend \(front) switches.")
        }
        return StepTarget(step: step, part: part)
    }

    /// - Throws: `CourseError.usage` if there's no such step, and for a part of one.
    func step(named word: String) throws -> Step {
        if word.contains("."), let target = try? target(named: word) {
            throw CourseError(
                .usage, "\(word) is a part of a step. This command takes the whole step: \(target.step.word)")
        }
        if let number = Int(word) {
            if let step = step(number) { return step }
            throw CourseError(.usage, "There is no step \(number); the course has steps 1 to \(steps.count).")
        }
        let names = steps.flatMap { [$0.id, $0.name] }
        if let step = steps.first(where: { $0.name == word }) { return step }
        if let step = steps.first(where: { $0.id == word || $0.id.hasSuffix("-" + word) }) { return step }
        throw CourseError(
            .usage,
            "There is no step \"\(word)\".\(Suggestion.sentence(for: word, among: names)) "
                + "Give its number, 1 to \(steps.count), or the name of a chapter, such as deletes.")
    }
}
