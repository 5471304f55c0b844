internal import CheckpointSystem
internal import Foundation

/// The routes of the site: they choose the response to each request.
struct SiteRoutes: Sendable {
    /// Loads the site with the present course and progress.
    let site: @Sendable () throws -> CourseSite

    func answer(_ request: SiteRequest) -> SiteResponse {
        guard request.isForLoopback else {
            return .text(421, "This site answers to 127.0.0.1 and localhost only.")
        }
        do {
            let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            if parts.count == 5, parts[1] == "notes" {
                return try note(request, step: parts[2], region: parts[3], level: parts[4])
            }
            return try page(request)
        } catch let error as CourseError {
            return .text(error.code == .locked ? 409 : 500, error.description)
        } catch {
            return .text(500, "\(error)")
        }
    }

    private func page(_ request: SiteRequest) throws -> SiteResponse {
        guard ["GET", "HEAD"].contains(request.method) else {
            return .text(405, "This page can only be read.", headers: ["Allow: GET, HEAD"])
        }
        // Names are looked up only among those of the site, never in the file system.
        let name = request.path == "/" ? "index.html" : String(request.path.dropFirst())
        guard let file = try SiteFile.common[name] ?? site().file(name) else {
            return .text(
                404, "The course has no such page. Start at its contents: the address that ends with the port.")
        }
        var response = SiteResponse(status: 200, type: file.type, body: file.contents)
        if name == FrontPage.pictureName { response.policy = SiteResponse.picturePolicy }
        return response
    }

    private func note(_ request: SiteRequest, step: String, region: String, level: String) throws -> SiteResponse {
        guard request.method == "POST" else {
            return .text(405, "This address only takes notes.", headers: ["Allow: POST"])
        }
        guard request.isOfSameOrigin else { return .text(403, "Only the pages of this site may send notes.") }
        guard let level = Int(level), try site().note(step: step, region: region, level: level) else {
            return .text(404, "There is no such hint.")
        }
        return SiteResponse(status: 204)
    }
}
