package import Vitals

/// Something that finds measurements in a phrase: the embedded parser, or a language model of somebody else.
package protocol PhraseReader: Sendable {
    /// Its name in the header `Vitals-Parser` of a response.
    var name: String { get }

    /// The entries that the phrase speaks of, unchecked in nothing: each could be stored.
    ///
    /// - Throws: when there is no answer, or none that can be read.
    func entries(in phrase: Phrase) async throws -> [ParsedEntry]
}

/// A phrase, and when and where it was said.
package struct Phrase: Sendable {
    package var text: String
    package var time: PhraseTime

    package init(_ text: String, at time: PhraseTime) {
        self.text = text
        self.time = time
    }
}

/// The embedded parser. It needs no key and sends nothing anywhere.
package struct OfflineReader: PhraseReader {
    package let name = PhraseReading.offlineParser
    private let parser = PhraseParser()

    package init() {}

    package func entries(in phrase: Phrase) async throws -> [ParsedEntry] {
        parser.storableEntries(in: phrase.text, at: phrase.time)
    }
}
