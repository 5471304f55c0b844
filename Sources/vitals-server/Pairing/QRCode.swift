import Foundation

/// A text as a QR code, drawn by `qrencode` where it is installed.
enum QRCode {
    /// Nil where the program is not there or fails: the text is printed anyway.
    ///
    /// - Parameter colours: whether the reader is a terminal; elsewhere escape sequences would be noise.
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
            // By standard input: everybody on the machine can read the arguments of a process. Written before the start,
            // which a pipe has room for, so that a program that ends at once leaves no pipe without a reader.
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
        (Environment.text("PATH") ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
