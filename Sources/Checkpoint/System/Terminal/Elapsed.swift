/// Durations, formatted for people.
package enum Elapsed {
    /// Returns a duration such as `42 s`, `1 min 10 s` or `1 h 2 min`; less than a second is `0 s`.
    package static func words(seconds: Double) -> String {
        let seconds = max(0, Int(seconds))
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3_600: return "\(seconds / 60) min \(seconds % 60) s"
        default: return "\(seconds / 3_600) h \(seconds / 60 % 60) min"
        }
    }

    package static func words(_ duration: Duration) -> String { words(seconds: duration / .seconds(1)) }
}
