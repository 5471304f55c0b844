package import Vitals

/// The embedded parser. It needs no key and sends nothing anywhere.
package struct OfflineReader: PhraseReader {
    package let name = PhraseReading.offlineParser
    private let parser = PhraseParser()

    package init() {}

    package func entries(in phrase: Phrase) async throws -> [ParsedEntry] {
        parser.storableEntries(in: phrase.text, at: phrase.time)
    }
}
