internal import Foundation

/// The course as a site: a page of contents and one for each step, whose links are relative.
package struct CourseSite: Sendable {
    private let course: Course
    private let projector: Projector
    private let reading: Reading

    /// Who reads.
    enum Reading: Sendable {
        /// Somebody outside a workspace, or of a copy.
        case anyone
        case learner(Workspace, CourseProgress, StepMap)
        /// A learner whose progress cannot be read; says why.
        case unknown(String)
    }

    /// - Parameter workspace: nil for a site that knows of no learner.
    /// - Throws: `CourseError.courseBroken` where `steps/` cannot be read.
    package init(root: String, workspace: Workspace? = nil) throws {
        let progress = workspace.map { workspace in Result { try workspace.progress() } }
        course = try Course.load(root: root, frontend: try? progress?.get().frontend)
        projector = Projector(course: course)
        do {
            if let workspace, let progress = try progress?.get() {
                reading = .learner(workspace, progress, try StepMap(course, workspace, progress))
            } else {
                reading = .anyone
            }
        } catch let error as CourseError {
            reading = .unknown(error.description)
        }
    }

    /// The names of all its files.
    var names: [String] { ["index.html"] + course.writtenSteps.map(\.pageName) + SiteFile.common.keys.sorted() }

    /// - Returns: nil where the site has no file of this name.
    /// - Throws: `MarkerError` or `CourseError.courseBroken` for a lesson that is broken.
    func file(_ name: String) throws -> SiteFile? {
        if let common = SiteFile.common[name] { return common }
        if name == "index.html" { return SiteFile(ContentsPage(course: course, reading: reading).page) }
        guard let step = course.writtenSteps.first(where: { $0.pageName == name }) else { return nil }
        return SiteFile(try StepPage(step: step, projector: projector, reading: reading).page())
    }

    /// Writes all files into a folder; others that are there stay.
    ///
    /// - Returns: how many there are.
    package func write(to folder: String) throws -> Int {
        for name in names {
            guard let file = try file(name) else { continue }
            try TreeFile(file.contents).write(to: folder + "/" + name)
        }
        return names.count
    }

    /// Notes that a hint was opened, as `vitals-course hint` does.
    ///
    /// - Returns: false where there is no such hint, or no learner.
    /// - Throws: `CourseError.locked` for a step that is not begun.
    func note(step id: String, region: String, level: Int) throws -> Bool {
        guard case .learner(let workspace, let progress, _) = reading,
            let step = course.writtenSteps.first(where: { $0.id == id })
        else { return false }
        try progress.requireStarted(step, in: course)
        let book = try Hints(step: step, projector)
        guard book.texts(of: region).indices.contains(level - 1),
            let hint = try book.hint(region: region, level: level, after: progress[step])
        else { return false }
        try workspace.note(hint, of: step)
        return true
    }
}
