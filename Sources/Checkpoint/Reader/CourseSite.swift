internal import CheckpointCourse
internal import CheckpointSystem
package import CheckpointWorkspace
internal import Foundation

/// The course as a site: a page of contents, the lessons and the book, with relative links.
package struct CourseSite: Sendable {
    private let course: Course
    private let projector: Projector
    private let reading: Reading
    private let pages: [PageID]
    private let repository: String?

    /// The reader of the site.
    package enum Reading: Sendable {
        /// A reader outside a workspace, or of a copy.
        case anyone
        case learner(Workspace, CourseProgress, StepMap)
        /// A learner whose progress can't be read, with the reason.
        case unknown(String)
    }

    /// - Parameters:
    ///   - workspace: the learner's workspace; nil for a site without a learner's progress.
    ///   - repository: the address of the course's repository, for the front page; nil to name none.
    /// - Throws: `CourseError.courseBroken` if `steps/` can't be read.
    package init(root: String, workspace: Workspace? = nil, repository: String? = nil) throws {
        self.repository = repository
        let progress = workspace.map { workspace in Result { try workspace.progress() } }
        course = try Course.load(root: root, frontend: try? progress?.get().frontend)
        projector = Projector(course: course)
        pages = try course.pages()
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

    /// The names of all files of the site.
    package var names: [String] {
        ["index.html"] + pages.map(\.siteName) + [WholePage.siteName] + SiteFile.common.keys.sorted()
            + (picture == nil ? [] : [FrontPage.pictureName])
    }

    /// The picture of the demo, for visitors; nil for a learner, or if the clone has none.
    private var picture: SiteFile? {
        guard case .anyone = reading else { return nil }
        return FileManager.default.contents(atPath: course.root + "/" + FrontPage.picturePath)
            .map { SiteFile(type: SiteFile.svg, String(decoding: $0, as: UTF8.self)) }
    }

    /// - Returns: nil if the site has no file of this name.
    /// - Throws: `MarkerError` or `CourseError.courseBroken` for a broken lesson.
    package func file(_ name: String) throws -> SiteFile? {
        if let common = SiteFile.common[name] { return common }
        if name == FrontPage.pictureName { return picture }
        if name == "index.html" {
            let front = FrontPage(hasPicture: picture != nil, repository: repository)
            let book = try Book.load(root: course.root)
            return SiteFile(ContentsPage(course: course, book: book, reading: reading, front: front).page)
        }
        if name == WholePage.siteName {
            return SiteFile(try WholePage(pages: pages, projector: projector, reading: reading).page())
        }
        guard let id = pages.first(where: { $0.siteName == name }) else { return nil }
        return SiteFile(try ReaderPage(id: id, pages: pages, projector: projector, reading: reading).page())
    }

    /// Writes all files into a folder; other files there are left alone.
    ///
    /// - Returns: the number of files.
    package func write(to folder: String) throws -> Int {
        for name in names {
            guard let file = try file(name) else { continue }
            try TreeFile(file.contents).write(to: folder + "/" + name)
        }
        return names.count
    }

    /// Notes that a hint was opened, as `vitals-course hint` does.
    ///
    /// - Returns: false if there's no such hint, or no learner.
    /// - Throws: `CourseError.locked` for a step that hasn't been started.
    package func note(step id: String, region: String, level: Int) throws -> Bool {
        guard case .learner(let workspace, let progress, _) = reading,
            let step = course.writtenSteps.first(where: { $0.id == id })
        else { return false }
        try course.requireCompatible(progress)
        try progress.requireStarted(step, in: course)
        let book = try Hints(step: step, projector)
        guard book.texts(of: region).indices.contains(level - 1),
            let hint = try book.hint(region: region, level: level, after: progress[step])
        else { return false }
        try workspace.note(hint, of: step)
        return true
    }
}
