internal import CheckpointCourse
internal import CheckpointReader

/// Checks of the contents of a lesson's sections.
extension LessonLinter {
    /// Content that a section must have.
    private static let musts: [String: (words: String, isMet: @Sendable (Lesson.Line) -> Bool)] = [
        "Predict": ("no answer, folded within <details>", { !$0.isCode && $0.text.hasPrefix("<details>") }),
        "See it work": ("no transcript, a fence of the language console", { $0.text == "```console" }),
        "What the checkpoint looks for": ("no @tests", { $0.reference == .tests }),
    ]

    /// Checks that no section is empty, that questions have answers, that “See it work” has a transcript, and that the
    /// tests are listed.
    func contents(_ lesson: Lesson) -> [String] {
        let headings = lesson.headings
        let chapters = headings.filter { $0.level <= 2 }
        return chapters.enumerated().compactMap { index, chapter -> String? in
            guard chapter.level == 2 else { return nil }
            let end = chapters.indices.contains(index + 1) ? chapters[index + 1].line : .max
            let lines = lesson.lines.filter { line in
                line.number > chapter.line && line.number < end && !headings.contains { $0.line == line.number }
            }
            let place = "\(lesson.path):\(chapter.line): “\(chapter.text)”"
            if lines.allSatisfy({ $0.text.allSatisfy(\.isWhitespace) }) { return "\(place) is empty" }
            guard let must = Self.musts[chapter.text], !lines.contains(where: must.isMet) else { return nil }
            return "\(place) has \(must.words)"
        }
    }

    /// Finds transcripts that leave a server running. It would keep the port when the next transcript starts its own
    /// server, and would answer in its place.
    func leftRunning(_ lesson: Lesson) throws -> [String] {
        try Transcript.all(of: lesson).compactMap { transcript in
            let commands = transcript.entries.map(\.command)
            guard let start = commands.lastIndex(where: { $0.hasSuffix("&") }),
                !commands[start...].contains(where: { $0.hasPrefix("kill ") })
            else { return nil }
            return "\(lesson.path):\(transcript.line): what it starts in the background is not ended: kill %1; wait %1"
        }
    }

    /// False when the target is a heading in another lesson and doesn't exist.
    func isAnchorThere(_ target: String) -> Bool {
        let links = LessonLinks(step: step, course: projector.course)
        guard case .address(let address) = links.target(target), let sign = address.firstIndex(of: "#"),
            let other = projector.course.writtenSteps.first(where: { $0.pageName == address[..<sign] }),
            let lesson = try? Lesson(step: other, root: projector.course.root)
        else { return true }
        return lesson.headings.contains { HeadingAnchor.of($0.text) == address[sign...].dropFirst() }
    }
}
