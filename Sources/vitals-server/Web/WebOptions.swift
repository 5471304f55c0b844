import ArgumentParser
import Foundation
import VitalsServer

/// Options for the app that browsers open.
struct WebOptions: ParsableArguments {
    @Option(
        name: .customLong("web"),
        help: ArgumentHelp(
            "Folder of the app that `/` opens in a browser (VITALS_WEB; default: ./web, if it exists)",
            valueName: "dir"))
    var folder: String?

    /// The app; nil where there is none to serve.
    func app() throws -> WebApp? {
        var folder = try folder ?? Environment.text("VITALS_WEB")
        if folder == nil, FileManager.default.fileExists(atPath: "web/index.html") { folder = "web" }
        do {
            return try folder.map { try WebApp(folder: $0) }
        } catch let error as WebAppError {
            throw Failure(error.message)
        }
    }
}
