import ArgumentParser
import Foundation
import VitalsServer

/// Options for the app that browsers open.
struct WebOptions: ParsableArguments {
    private static let folder = Setting(
        "web", "DIR", "VITALS_WEB", default: "./web, if any", "Folder of the app that `/` opens in a browser")
    static let settings = [folder]

    @Option(name: folder.name, help: folder.help) var folder: String?

    /// The app; nil where there is none to serve.
    func app() throws -> WebApp? {
        var folder = try Self.folder.text(folder)
        if folder == nil, FileManager.default.fileExists(atPath: "web/index.html") { folder = "web" }
        do {
            return try folder.map { try WebApp(folder: $0) }
        } catch let error as WebAppError {
            throw Failure(error.message)
        }
    }
}
