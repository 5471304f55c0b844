import Foundation

/// A text as a QR code, drawn by `qrencode` if it is installed.
enum QRCode {
    /// Draws a text; nil where the program is missing or fails. The text is printed anyway.
    ///
    /// - Parameter colours: true for a terminal; elsewhere escape sequences would be noise.
    static func drawing(of text: String, colours: Bool) -> String? {
        guard let program = find("qrencode") else { return nil }
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: program)
        process.arguments = ["-t", colours ? "ANSIUTF8" : "UTF8", "-m", "2"]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do {
            // Use standard input, because every user of the machine can read a process's arguments. Write before the
            // start: the pipe has room for it, and if the program ends at once, we never write to a pipe without a
            // reader.
            try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
            try input.fileHandleForWriting.close()
            try process.run()
        } catch {
            return nil
        }
        let drawing = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0, !drawing.isEmpty else { return nil }
        return String(decoding: drawing, as: UTF8.self)
    }

    private static func find(_ name: String) -> String? {
        Environment.searchPath.map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
