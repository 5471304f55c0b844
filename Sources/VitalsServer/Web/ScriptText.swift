/// A script or a style sheet without the comments that stand on lines of their own, which are a third of what would be
/// sent. Empty lines take their place, so that an error in the browser names the line of the file.
enum ScriptText {
    /// - Parameter text: in which no line inside a template literal begins with `//` or `/*`.
    static func withoutComments(_ text: String) -> String {
        var isInside = false
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> Substring in
            let code = line.drop { $0 == " " || $0 == "\t" }
            if isInside {
                isInside = !code.contains("*/")
                return ""
            }
            if code.hasPrefix("//") { return "" }
            // One that ends with code behind it stays.
            guard code.hasPrefix("/*") else { return line }
            guard let end = code.firstRange(of: "*/") else {
                isInside = true
                return ""
            }
            return code[end.upperBound...].allSatisfy(\.isWhitespace) ? "" : line
        }
        return lines.joined(separator: "\n")
    }
}
