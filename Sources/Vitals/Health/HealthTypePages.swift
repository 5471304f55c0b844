internal import Foundation

/// Reads the types of a health source one after the other, each from its own anchor.
///
/// One anchor for all types would skip samples. A kind that is granted, or added to the app, after the anchor has moved
/// on would start there, and its older samples would never come.
package actor HealthTypePages {
    /// Loads a page of one type after an anchor; nil when nothing has changed since.
    package typealias Load = @Sendable (_ type: String, _ anchor: HealthAnchor?) async throws -> HealthBatch?

    private var anchors: HealthTypeAnchors
    private var types: ArraySlice<String>
    private let load: Load

    /// - Parameter anchor: the anchor of an earlier batch of this source, for any types; nil to read everything.
    package init(types: [String], anchor: HealthAnchor?, load: @escaping Load) {
        self.types = types[...]
        anchors = HealthTypeAnchors(anchor)
        self.load = load
    }

    /// The next batch, with the anchors of all types as they are after it; nil after the last one.
    package func next() async throws -> HealthBatch? {
        while let type = types.first {
            let anchor = anchors[type]
            if let batch = try await load(type, anchor), batch.anchor != anchor {
                anchors[type] = batch.anchor
                return HealthBatch(measurements: batch.measurements, anchor: anchors.anchor)
            }
            types.removeFirst()
        }
        return nil
    }
}

/// The anchors of a source's types, combined into the one anchor that the store keeps for the source: a JSON object.
struct HealthTypeAnchors {
    private var anchors: [String: String] = [:]

    /// Reads a combined anchor. An anchor in another format was written when all types shared one. It doesn't say which
    /// types it covers, so everything is read again; samples already in the store are counted as present.
    init(_ anchor: HealthAnchor?) {
        guard let text = anchor?.rawValue, case .object(let members)? = try? JSONValue(parsing: text) else { return }
        for member in members { anchors[member.name] = member.value.string }
    }

    var anchor: HealthAnchor {
        let members = anchors.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) }
        return HealthAnchor(rawValue: CanonicalJSON.text(.object(members)))
    }

    subscript(type: String) -> HealthAnchor? {
        get { anchors[type].map(HealthAnchor.init(rawValue:)) }
        set { anchors[type] = newValue?.rawValue }
    }
}
