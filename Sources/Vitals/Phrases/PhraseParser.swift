/// Reads measurements from a phrase, on the device and without a language model.
///
/// It works in steps, each in a file of its own: the phrase's words become terms with meanings (`PhraseLanguage`), numbers
/// (`PhraseNumbers`) and times (`PhraseTimes`) are read, the sentence is divided into parts (`PhraseOutline`), the parts are searched
/// for facts (`PhraseFacts`, `PhraseContinuations`), and what wasn't measured, is only a part or was of another time is left out
/// (`PhraseScope`, `PhraseWholes`). It would rather miss a measurement than invent one,
/// because a person trusts what the screen shows.
public struct PhraseParser: Sendable {
    /// The longest phrase that is read, in bytes of UTF-8: a few minutes of speech. The server takes no longer one either.
    package static let phraseLimitBytes = 2_000

    private let language: PhraseLanguage

    /// Creates a parser of English phrases.
    public init() { self.init(language: .english) }

    init(language: PhraseLanguage) { self.language = language }

    /// Finds the measurements that a phrase speaks of, in the order in which they were said.
    ///
    /// - Parameters:
    ///   - phrase: what the person said, as typed or dictated. Nothing is read of more than 2,000 bytes.
    ///   - time: when and where it was said.
    /// - Returns: at most `ParsedEntry.maximumCount` entries, none later than `time.now`. Their values are as said, so a value may be
    ///   one that nobody has; `ParsedEntry.toMeasurement` refuses it.
    public func entries(in phrase: String, at time: PhraseTime) -> [ParsedEntry] {
        guard phrase.utf8.count <= Self.phraseLimitBytes else { return [] }
        let times = PhraseTimes(PhraseNumbers.read(language.terms(in: phrase)))
        let outline = PhraseOutline(times.terms)
        let found = PhraseFacts(outline).facts
        let measured = PhraseScope(PhraseContinuations.added(to: found, in: outline), in: outline).measured
        let facts = PhraseWholes(measured, times.mentions, outline).facts
        var calendar = PhraseCalendar(time)
        var entries: [ParsedEntry] = []
        for (fact, moment) in PhraseTimeline(times.mentions, outline).timed(facts) {
            guard let recordedAt = calendar.timestamp(of: moment) else { continue }
            let entry = ParsedEntry(
                kind: fact.kind, value: fact.value, unit: fact.unit, recordedAt: recordedAt, label: fact.label)
            // "felt dizzy, so dizzy" is one symptom. Equal runs may well be two.
            if entry.kind == .symptom, entries.contains(entry) { continue }
            entries.append(entry)
            if entries.count == ParsedEntry.maximumCount { break }
        }
        return entries
    }

    /// The entries of a phrase that could be stored.
    package func storableEntries(in phrase: String, at time: PhraseTime) -> [ParsedEntry] {
        entries(in: phrase, at: time).filter { (try? $0.toMeasurement(now: time.now)) != nil }
    }
}
