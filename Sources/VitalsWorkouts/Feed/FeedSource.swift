package import Foundation
package import Vitals

/// A health source in a file that only grows: one JSON object in each line, a sample or a deletion.
///
///     {"id":"0f…","type":"BASAL_ENERGY","value":12.5,"unit":"kcal","start":"2026-05-06T07:30:00Z","end":"…","source":"Watch"}
///     {"deleted":"0f…"}
///
/// A script that reads a ring, a scale's cloud or another phone appends lines, and the lanes do the rest. `id` is the script's own, and
/// the number of lines is the mark. A line that can't be read costs only itself.
package struct FeedSource: SampleSource {
    package let name: String
    package let types: [String]
    /// The lines that can't be read, each with its number and a sentence.
    package let unreadable: [(line: Int, reason: String)]

    private let readings: [String: [Entry]]
    private let deletions: [(id: UUID, type: String, line: Int)]
    private let lineCount: Int

    private struct Entry {
        let reading: SourceReading
        let line: Int
        /// The line that deletes it; nil if none does.
        var deletedIn: Int?
    }

    /// The largest file that is read, 256 MiB: all of it is kept in memory.
    package static let limitBytes = 256 << 20

    /// Reads the file.
    ///
    /// - Throws: `FeedError` for a file that can't be opened, or is too large.
    package init(path: String) throws(FeedError) {
        let bytes: Data
        do {
            bytes = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
        } catch {
            throw FeedError(detail: "\(path) can't be opened. Check the path, and that you may read it.")
        }
        guard bytes.count <= Self.limitBytes else {
            throw FeedError(detail: "\(path) is larger than 256 MiB. Split it into several feeds.")
        }
        self.init(bytes, name: "feed \(URL(fileURLWithPath: path).lastPathComponent)")
    }

    /// - Parameter name: the source's name in the store, which keeps how far each one was read.
    package init(_ bytes: Data, name: String) {
        self.name = name
        var places: [UUID: (type: String, index: Int)] = [:]
        // A program may write a deletion before its sample, such as one that copies from two places.
        var gone: Set<UUID> = []
        var (readings, deletions, unreadable, line) = (
            [String: [Entry]](), [(UUID, String, Int)](), [(Int, String)](), 0
        )
        // The last line may still be being written.
        let whole = bytes.lastIndex(of: 0x0A).map { bytes[bytes.startIndex...$0] } ?? Data()
        for text in whole.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            line += 1
            guard !text.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) else { continue }
            do throws(SampleInvalid) {
                switch try FeedLine(Array(text)) {
                case .sample(let reading, let type):
                    guard places[reading.id] == nil, !gone.contains(reading.id) else { continue }
                    places[reading.id] = (type, readings[type, default: []].count)
                    readings[type, default: []].append(Entry(reading: reading, line: line))
                case .deleted(let id):
                    guard gone.insert(id).inserted, let (type, index) = places[id] else { continue }
                    readings[type]?[index].deletedIn = line
                    deletions.append((id, type, line))
                }
            } catch {
                unreadable.append((line, error.detail))
            }
        }
        lineCount = line
        self.readings = readings
        self.deletions = deletions
        self.unreadable = unreadable
        types = readings.keys.sorted()
    }

    package func mark(of type: String) async throws -> SourceMark {
        SourceMark(
            anchor: HealthAnchor(rawValue: String(lineCount)),
            first: living(type).map(\.reading.start).min())
    }

    package func samples(of type: String, from: Timestamp, to: Timestamp?, limit: Int) async throws -> SourcePage {
        let found = living(type).filter { entry in
            entry.reading.start >= from && to.map { entry.reading.start < $0 } ?? true
        }.sorted { ($1.reading.start, $1.line) < ($0.reading.start, $0.line) }
        return SourcePage(found.prefix(limit).map(\.reading), isComplete: found.count <= limit)
    }

    package func changes(of type: String, since anchor: HealthAnchor, limit: Int) async throws -> SourceChanges {
        // A file that was cut or begun anew has fewer lines than we have seen.
        guard let since = Int(anchor.rawValue), (0...lineCount).contains(since) else { throw SourceAnchorLost() }
        let added = living(type).filter { $0.line > since }
        let deleted = deletions.filter { $0.type == type && $0.line > since }
        let lines = (added.map(\.line) + deleted.map(\.line)).sorted()
        let end = lines.count > limit ? lines[limit - 1] : lineCount
        return SourceChanges(
            added: added.filter { $0.line <= end }.map(\.reading), deleted: deleted.filter { $0.line <= end }.map(\.id),
            anchor: HealthAnchor(rawValue: String(end)), hasMore: end < lineCount)
    }

    private func living(_ type: String) -> [Entry] { (readings[type] ?? []).filter { $0.deletedIn == nil } }
}

/// A feed that can't be read at all.
package struct FeedError: Error, CustomStringConvertible {
    /// A sentence for a person.
    package let detail: String

    package var description: String { detail }
}

/// One line of a feed.
private enum FeedLine {
    case sample(SourceReading, type: String)
    case deleted(UUID)

    init(_ bytes: [UInt8]) throws(SampleInvalid) {
        guard let json = try? JSONValue(parsing: bytes), case .object = json else {
            throw SampleInvalid("line", "The line isn't a JSON object.")
        }
        if let deleted = json["deleted"] {
            guard let id = deleted.string.flatMap({ UUID(text: $0) }) else {
                throw SampleInvalid("deleted", "What was deleted must be a UUID.")
            }
            self = .deleted(id)
            return
        }
        let read = try Sample(json: json)
        guard let type = SampleType.named(read.type) else {
            throw SampleInvalid("type", "The type isn't one that this build knows.")
        }
        guard case .sample = type.storage else {
            throw SampleInvalid("type", "\(type.title) is a measurement: add it with `vitals-device add`.")
        }
        let sample = try Sample(
            type, read.value, read.unit, from: read.start, to: read.end, source: read.source, device: read.device,
            zone: read.zone)
        self = .sample(SourceReading(id: read.id, start: sample.start, .sample(sample)), type: type.name)
    }
}
