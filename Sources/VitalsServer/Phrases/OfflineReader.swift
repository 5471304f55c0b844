package import Vitals

/// The embedded parser. It needs no key and sends nothing anywhere.
package struct OfflineReader: PhraseReader {
    package let name = PhraseReading.offlineParser
    private let parser = PhraseParser()

    package init() {}

    package func entries(in phrase: Phrase) async throws -> [ParsedEntry] {
        parser.entries(in: phrase.text, at: phrase.time).filter { (try? $0.toMeasurement(now: phrase.time.now)) != nil }
    }
}
