internal import Foundation

/// The course in a browser of this machine, for as long as somebody reads.
package struct CourseReader: Sendable {
    private let server: SiteServer

    /// - Parameters:
    ///   - workspace: whose progress is shown; nil for none.
    ///   - port: 0 for a free one.
    /// - Throws: `CourseError` when the port is taken, or where the course cannot be read.
    package init(root: String, workspace: Workspace?, port: Int) throws {
        _ = try CourseSite(root: root, workspace: workspace)
        // Read anew for each request: progress moves on, and authors write while they read.
        let routes = SiteRoutes { try CourseSite(root: root, workspace: workspace) }
        server = try SiteServer(port: port) { routes.answer($0) }
    }

    /// The address of the contents, or of a step's page.
    ///
    /// - Parameter anchor: a place on that page.
    package func url(of step: Step?, anchor: String? = nil) -> String {
        "http://127.0.0.1:\(server.port)/" + (step?.pageName ?? "") + (anchor.map { "#" + $0 } ?? "")
    }

    /// Serves until the task is cancelled.
    ///
    /// - Throws: `CancellationError`.
    package func run() async throws { try await server.run() }
}
