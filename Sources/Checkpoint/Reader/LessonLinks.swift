package import CheckpointCourse
internal import Foundation

/// The targets of a lesson's links on the site.
package struct LessonLinks: Sendable {
    package enum Target: Hashable, Sendable {
        case address(String)
        /// A file of the repository that isn't a page of the site.
        case file(String)
    }

    package let step: Step
    package let course: Course

    package init(step: Step, course: Course) {
        self.step = step
        self.course = course
    }

    package func target(_ link: String) -> Target {
        if link.hasPrefix("#") || link.hasPrefix("https://") || link.hasPrefix("http://") { return .address(link) }
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard let written = parts.first, !written.hasPrefix("/"), !written.contains(":") else { return .file(link) }
        let path = resolved(String(written))
        let anchor = parts.count > 1 ? "#" + parts[1] : ""
        if path == "course.md" { return .address("index.html" + anchor) }
        let other = course.writtenSteps.first { path == "steps/\($0.id)/lesson.md" }
        return other.map { .address($0.pageName + anchor) } ?? .file(path)
    }

    /// Resolves a path relative to the lesson's folder to one relative to the repository.
    private func resolved(_ path: String) -> String {
        var folders = ["steps", step.id]
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = folders.popLast() } else { folders.append(String(part)) }
        }
        return folders.joined(separator: "/")
    }
}
