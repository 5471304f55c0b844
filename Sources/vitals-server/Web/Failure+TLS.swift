#if !TLS
extension Failure {
    /// HTTPS was asked of a program that can't do it. Says how to build one that can, and repeats the words that were
    /// typed, so that the line can be copied.
    static var builtWithoutTLS: Failure {
        let words = CommandLine.arguments.dropFirst().map(quoted)
        let command = (["swift run --traits TLS vitals-server"] + words).joined(separator: " ")
        return Failure(
            "This program was built without HTTPS. Build it with HTTPS and run it, in the folder of Package.swift: "
                + command)
    }

    /// A word as a shell reads it back.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:=@,+".contains($0)) }
        guard word.isEmpty || !isPlain else { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
#endif
