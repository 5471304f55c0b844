/// Placeholder until the parser lands.
public struct PhraseParser: Sendable {
    public init() {}
    public func entries(in phrase: String, at time: PhraseTime) -> [ParsedEntry] { [] }
}
