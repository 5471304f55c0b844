internal import Foundation

/// The Swift toolchain in use, told apart from others so that each has a build folder of its own.
struct Toolchain: Sendable {
    /// Differs when the program that `swift` leads to does.
    let id: String

    /// - Throws: `CourseError.machineLacks` when there is no `swift` on the path.
    static func find() throws -> Toolchain {
        guard let folder = ExecutableSearch.folder(holding: ["swift"], in: ExecutableSearch.path()) else {
            throw CourseError(
                .machineLacks, "There is no swift on the path. Install it from https://www.swift.org/install")
        }
        let path = URL(fileURLWithPath: folder + "/swift").resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let changed = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        var fingerprint = Fingerprint()
        fingerprint.add(path)
        fingerprint.add("\(Int(changed)) \(attributes?[.size] as? Int ?? 0)")
        return Toolchain(id: String(fingerprint.hex.prefix(12)))
    }
}
