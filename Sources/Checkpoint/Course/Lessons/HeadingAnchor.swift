/// The anchor by which a link finds a heading, in GitHub's format.
package enum HeadingAnchor {
    package static func of(_ heading: String) -> String {
        let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
        return String(kept.map { $0 == " " ? "-" : $0 })
    }

    /// Returns the anchor of the paragraph that explains a wrong answer.
    package static func ofMistake(_ name: String) -> String { "mistake-" + name }
}
