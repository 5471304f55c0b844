package import CheckpointCourse
package import CheckpointWorkspace
internal import Foundation

/// The course as a site for a browser on this machine, which runs until it's interrupted.
package struct CourseReader: Sendable {
    private let server: SiteServer

    /// - Parameters:
    ///   - workspace: the workspace whose progress is shown; nil for none.
    ///   - port: the port to listen on; 0 for any free one.
    /// - Throws: `CourseError` if the port is taken or the course can't be read.
    package init(root: String, workspace: Workspace?, port: Int) throws {
        _ = try CourseSite(root: root, workspace: workspace)
        // Load the course again for each request: progress changes, and authors edit lessons while they read them.
        let routes = SiteRoutes { try CourseSite(root: root, workspace: workspace) }
        server = try SiteServer(port: port) { routes.answer($0) }
    }

    /// Returns the address of the contents, or of a page.
    ///
    /// - Parameter anchor: an anchor on that page.
    package func url(of page: PageID?, anchor: String? = nil) -> String {
        "http://127.0.0.1:\(server.port)/" + (page?.siteName ?? "") + (anchor.map { "#" + $0 } ?? "")
    }

    /// Serves until the task is cancelled.
    ///
    /// - Throws: `CancellationError`.
    package func run() async throws { try await server.run() }
}
