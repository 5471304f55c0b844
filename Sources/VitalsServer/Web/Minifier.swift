/// Removes indentation, and comments on their own lines, from a script or a style sheet. Those comments are a third of
/// the bytes to send. Empty lines take their place, so that an error in the browser names the right line of the file.
enum Minifier {
    /// - Parameter text: UTF-8, without a template literal that goes over several lines.
    static func minify(_ text: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(text.count)
        var isInside = false
        for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if !kept.isEmpty || line.startIndex > 0 { kept.append(UInt8(ascii: "\n")) }
            let code = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            if isInside {
                isInside = end(of: code) == nil
            } else if code.starts(with: "//".utf8) {
                continue
            } else if code.starts(with: "/*".utf8) {
                guard let end = end(of: code) else {
                    isInside = true
                    continue
                }
                // Keep a comment that is followed by code.
                if code[end...].contains(where: { $0 > UInt8(ascii: " ") }) { kept += code }
            } else {
                kept += code
            }
        }
        return kept
    }

    /// The index after the `*/`.
    private static func end(of code: ArraySlice<UInt8>) -> Int? {
        code.indices.dropLast().first { code[$0] == UInt8(ascii: "*") && code[$0 + 1] == UInt8(ascii: "/") }.map {
            $0 + 2
        }
    }
}
