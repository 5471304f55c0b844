/// A parser of Server-Sent Events (https://html.spec.whatwg.org/multipage/server-sent-events.html), fed with bytes as they
/// come.
///
/// 1. Bytes may be cut anywhere, also within a character or between CR and LF.
/// 2. It never holds more than one event of `limitBytes`. What is larger is dropped, and the stream goes on.
/// 3. Only `data` counts: an event's id and name say nothing that its data doesn't.
package struct EventStreamParser: Sendable {
    /// The largest data of an event, in bytes: 256 KiB, twice what a server of this version sends.
    package static let limitBytes = 256 << 10

    private var line: [UInt8] = []
    private var data: [UInt8] = []
    private var hasData = false
    /// True until the end of a line or an event that is too large.
    private var skipsLine = false
    private var skipsEvent = false
    private var endedWithCR = false
    private var isFirstLine = true

    package init() {}

    /// The bytes of the event that hasn't ended yet, at most `limitBytes` for its present line and as many for the lines
    /// before it.
    package var heldBytes: Int { line.count + data.count }

    /// Takes the next bytes of the stream.
    ///
    /// - Returns: the data of each event that they complete.
    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
        // @write 20 parse-events
        var events: [[UInt8]] = []
        for byte in bytes {
            let followsCR = endedWithCR
            endedWithCR = byte == UInt8(ascii: "\r")
            switch byte {
            case UInt8(ascii: "\n") where followsCR: break  // the line ended with the CR
            case UInt8(ascii: "\r"), UInt8(ascii: "\n"): if let event = endLine() { events.append(event) }
            case _ where skipsLine: break
            case _ where line.count >= Self.limitBytes: skipLine()
            default: line.append(byte)
            }
        }
        return events
        // @starter
        //| todo(20, "put the lines together, and return the data of each event that an empty line ends")
        // @end
    }

    /// Gives up the line and the event that it belongs to.
    private mutating func skipLine() {
        line = []
        (skipsLine, skipsEvent) = (true, true)
    }

    /// Takes the line that has ended; returns the data of the event that it ends.
    private mutating func endLine() -> [UInt8]? {
        // Some programs begin every text with a byte order mark; it isn't part of the line.
        if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        isFirstLine = false
        defer {
            line = []
            skipsLine = false
        }
        if skipsLine { return nil }
        if line.isEmpty { return endEvent() }
        guard let value = Self.value(of: "data", in: line) else { return nil }
        if hasData { data.append(UInt8(ascii: "\n")) }
        hasData = true
        if data.count + value.count > Self.limitBytes {
            data = []
            skipsEvent = true
        } else if !skipsEvent {
            data.append(contentsOf: value)
        }
        return nil
    }

    private mutating func endEvent() -> [UInt8]? {
        defer {
            data = []
            (hasData, skipsEvent) = (false, false)
        }
        return hasData && !skipsEvent ? data : nil
    }

    /// The value of a field, without one blank before it; nil for another field and for a comment.
    private static func value(of name: String, in line: [UInt8]) -> ArraySlice<UInt8>? {
        let name = Array(name.utf8)
        guard line.starts(with: name) else { return nil }
        let rest = line.dropFirst(name.count)
        guard rest.first == UInt8(ascii: ":") else { return rest.isEmpty ? rest : nil }
        return rest.dropFirst().first == UInt8(ascii: " ") ? rest.dropFirst(2) : rest.dropFirst()
    }
}
