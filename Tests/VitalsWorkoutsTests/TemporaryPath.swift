import Foundation
import StepSupport

/// The path of a file in a folder that is deleted with its owner.
struct TemporaryPath {
    private let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("export.xml")
    }

    func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }
}
