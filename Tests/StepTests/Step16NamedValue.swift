/// A variable's name and, on a separate line, its value: an item of a YAML list, read line by line.
///
/// It reads lines, not the YAML structure, so that text in comments is seen too.
struct NamedValue {
    private var name: String?
    private var value: String?

    /// Reads the next line.
    ///
    /// - Returns: the name, if the line completes a variable that is named like a password and whose value isn't a
    ///   placeholder.
    mutating func password(with line: String) -> String? {
        if line.contains(/^[\s#]*-\s/) { self = NamedValue() }
        for match in line.matches(of: /["']?\b(name|value)["']?:\s+(?:"([^"]*)"|'([^']*)'|([^\s#,}]+))/) {
            let text = String(match.2 ?? match.3 ?? match.4 ?? "")
            if match.1 == "name" { name = text } else { value = text }
        }
        guard let name, let value, name.contains(/(?i)passw(or)?d|passphrase/), !DeployFiles.isPlaceholder(value) else {
            return nil
        }
        self = NamedValue()
        return name
    }
}
