/// A variable's name and, on a line of its own, its value: an item of a list in YAML, as it is read line by line.
///
/// By lines and not by structure, so that what stands in a comment is seen too.
struct NamedValue {
    private var name: String?
    private var value: String?

    /// Takes in the next line.
    ///
    /// - Returns: the name, on the line with which a variable named like a password has a value that is no placeholder.
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
