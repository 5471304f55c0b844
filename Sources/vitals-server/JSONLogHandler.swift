import Foundation
import Logging

/// One JSON object a line on standard error, for machines that collect logs.
///
/// `severity` is the member by which Google Cloud's log sorts and filters; `level` is ours.
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
        FileHandle.standardError.write(data)  // one write, so that lines of two threads do not mix
    }

    /// As Cloud Logging's `LogSeverity` has them, which knows nothing below DEBUG.
    private static func severity(_ level: Logger.Level) -> String {
        level == .trace ? "DEBUG" : level.rawValue.uppercased()
    }
}
