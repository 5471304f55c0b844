import Foundation
import Logging

/// Writes one JSON object per line to standard error, for machines that collect logs.
///
/// Google Cloud's log sorts and filters by the member `severity`; `level` is ours.
struct JSONLogHandler: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line: [String: String] = [:]
        for (key, value) in metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 }) {
            line[key] = value.description
        }
        line["time"] = Date().formatted(.iso8601)
        line["level"] = event.level.rawValue
        line["severity"] = Self.severity(event.level)
        line["message"] = event.message.description
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard var data = try? encoder.encode(line) else { return }
        data.append(UInt8(ascii: "\n"))
        FileHandle.standardError.write(data)  // one write, so that the lines of two threads don't mix
    }

    /// The name in Cloud Logging's `LogSeverity`, which has nothing below DEBUG.
    private static func severity(_ level: Logger.Level) -> String {
        level == .trace ? "DEBUG" : level.rawValue.uppercased()
    }
}
