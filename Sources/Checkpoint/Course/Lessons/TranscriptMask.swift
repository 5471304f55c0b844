/// A mask for everything that differs from run to run, so that a lesson's transcript can be compared with today's
/// output.
package enum TranscriptMask {
    package static func masked(_ line: String) -> String {
        var text = line
        // Ids.
        text.replace(/[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}/, with: "<id>")
        // Moments, as RFC 3339 and as Postgres prints them.
        text.replace(/\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}(?::?\d{2})?)?/, with: "<time>")
        // Receipts, digests, tokens.
        text.replace(/\d+\.[0-9A-Za-z_-]{10,}/, with: "<receipt>")
        text.replace(/\b[0-9a-f]{16,}\b/, with: "<hex>")
        text.replace(/\b[A-Za-z0-9_-]{40,}\b/, with: "<token>")
        // Durations.
        text.replace(/\b\d+(?:\.\d+)? ?(?:ms|µs|s|seconds)\b/, with: "<duration>")
        // Addresses on this machine, and temporary folders.
        text.replace(/(?:127\.0\.0\.1|localhost):\d+/, with: "<address>")
        text.replace(/\/(?:private\/)?(?:tmp|var\/folders)\/[A-Za-z0-9._\/-]+/, with: "<folder>")
        return text
    }

    package static func masked(_ lines: [String]) -> [String] { lines.map(masked) }
}
