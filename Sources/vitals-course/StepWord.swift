internal import CheckpointCourse
internal import CheckpointSystem

/// The names of a step on the command line: `8`, `08`, `sync-engine` or `08-sync-engine`.
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

extension Course {
    func step(named word: String) throws -> Step {
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
