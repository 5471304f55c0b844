#if !TLS
extension Failure {
    /// HTTPS was requested, but this program was built without it. The message says how to build with it, and repeats
    /// the arguments, so that the line can be copied.
    static var builtWithoutTLS: Failure {
        let words = CommandLine.arguments.dropFirst().map(quoted)
        let command = (["swift run --traits TLS vitals-server"] + words).joined(separator: " ")
        return Failure(
            "This program was built without HTTPS. Build it with HTTPS and run it, in the folder of Package.swift: "
                + command)
    }

    /// Quotes an argument for a shell.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:=@,+".contains($0)) }
        guard word.isEmpty || !isPlain else { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
#endif
