import ArgumentParser
import Foundation
import VitalsServer

/// Options for the app that browsers open.
struct WebOptions: ParsableArguments {
    private static let folder = Setting(
        "web", "DIR", "VITALS_WEB", default: "./web, or the installed", "Folder of the app that `/` opens in a browser")
    static let settings = [folder]

    @Option(name: folder.name, help: folder.help) var folder: String?

    /// The app; nil where there is none to serve.
    func app() throws -> WebApp? {
        var folder = try Self.folder.text(folder)
        if folder == nil {
            let places = ["web"] + [PackagedFile.installed("web")].compactMap(\.self)
            folder = places.first { FileManager.default.fileExists(atPath: $0 + "/index.html") }
        }
        do {
            return try folder.map { try WebApp(folder: $0) }
        } catch let error as WebAppError {
            throw Failure(error.message)
        }
    }
}
