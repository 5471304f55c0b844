internal import CheckpointSystem
internal import Foundation

/// The routes of the site: they choose the response to each request.
struct SiteRoutes: Sendable {
    /// Loads the site with the present course and progress.
    let site: @Sendable () throws -> CourseSite

    func answer(_ request: SiteRequest) -> SiteAnswer {
        guard request.isForLoopback else {
            return .words(421, "This site answers to 127.0.0.1 and localhost only.")
        }
        do {
            let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            if parts.count == 5, parts[1] == "notes" {
                return try note(request, step: parts[2], region: parts[3], level: parts[4])
            }
            return try page(request)
        } catch let error as CourseError {
            return .words(error.code == .locked ? 409 : 500, error.description)
        } catch {
            return .words(500, "\(error)")
        }
    }

    private func page(_ request: SiteRequest) throws -> SiteAnswer {
        guard ["GET", "HEAD"].contains(request.method) else {
            return .words(405, "This is for reading.", headers: ["Allow: GET, HEAD"])
        }
        // Names are looked up only among those of the site, never in the file system.
        let name = request.path == "/" ? "index.html" : String(request.path.dropFirst())
        guard let file = try SiteFile.common[name] ?? site().file(name) else {
            return .words(
                404, "The course has no page of this name; its contents are at the address that ends with the port.")
        }
        return SiteAnswer(status: 200, type: file.type, body: file.contents)
    }

    private func note(_ request: SiteRequest, step: String, region: String, level: String) throws -> SiteAnswer {
        guard request.method == "POST" else { return .words(405, "This is for noting.", headers: ["Allow: POST"]) }
        guard request.isOfSameOrigin else { return .words(403, "Only the pages of this site may note anything.") }
        guard let level = Int(level), try site().note(step: step, region: region, level: level) else {
            return .words(404, "There is no such hint.")
        }
        return SiteAnswer(status: 204)
    }
}
