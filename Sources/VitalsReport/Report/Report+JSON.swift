package import Vitals

extension Report {
    /// The report for a program. `ReportText` makes the text of it, and the browser's report has the same members.
    package var json: JSONValue {
        .object([
            .init("report", .number(1)), .init("at", .string(at.rfc3339)),
            .init(
                "program",
                .object([.init("name", .string(program.name)), .init("platform", .string(program.platform))])),
            .init(
                "server",
                .object([
                    .init("address", .string(address)), .init("hasAccount", .bool(hasAccount)),
                    .init("features", .array(features.map { .string($0) })),
                ])),
            .init(
                "sync",
                .object([
                    .init("lastSyncAt", .moment(lastSyncAt)), .init("aheadSeconds", .whole(aheadSeconds)),
                    .init("positions", .array(positions.map(\.json))),
                ])),
            .init(
                "store",
                .object([
                    .init("bytes", .whole(sizeBytes)), .init("records", .whole(totals.records)),
                    .init("unsent", .whole(totals.dirty)), .init("refused", .whole(totals.rejected)),
                    .init("lostEdits", .whole(totals.conflicts)), .init("counts", .array(counts.map(\.json))),
                ])),
            .init("waiting", .array(waiting.map(\.json))), .init("refused", .array(refused.map(\.json))),
            .init("exchanges", .array(exchanges.map(\.json))),
            .init("errors", errors.map { .array($0.map(\.json)) } ?? .null),
            .init("deviceCount", .whole(deviceCount)),
        ])
    }
}

extension JSONValue {
    fileprivate static func whole(_ number: (some BinaryInteger)?) -> JSONValue {
        number.map { .number(Double($0)) } ?? .null
    }

    fileprivate static func moment(_ moment: Timestamp?) -> JSONValue { moment.map { .string($0.rfc3339) } ?? .null }

    fileprivate static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}

extension Report.Position {
    fileprivate var json: JSONValue {
        .object([.init("log", .string(log)), .init("cursor", .whole(cursor)), .init("receipt", .text(receiptDigest))])
    }
}

extension Report.Count {
    fileprivate var json: JSONValue {
        .object([.init("what", .string(what)), .init("kind", .string(kind)), .init("count", .whole(count))])
    }
}

extension Report.Waiting {
    fileprivate var json: JSONValue {
        .object([
            .init("what", .string(what)), .init("kind", .string(kind)), .init("count", .whole(count)),
            .init("since", .moment(since)), .init("failedTries", .whole(failedTries)),
        ])
    }
}

extension Report.Refused {
    fileprivate var json: JSONValue {
        .object([
            .init("what", .string(what)), .init("kind", .string(kind)), .init("code", .string(code)),
            .init("count", .whole(count)), .init("last", .moment(last)),
        ])
    }
}

extension Report.ShownError {
    fileprivate var json: JSONValue {
        .object([.init("id", .string(id)), .init("category", .string(category)), .init("at", .moment(at))])
    }
}

extension Exchange {
    fileprivate var json: JSONValue {
        .object([
            .init("at", .moment(at)), .init("route", .string(route)), .init("sent", .whole(sentCount)),
            .init("sentBytes", .whole(sentBytes)), .init("received", .whole(receivedCount)),
            .init("receivedBytes", .whole(receivedBytes)), .init("milliseconds", .whole(durationMilliseconds)),
            .init("outcome", .string(outcome)), .init("requestId", .text(requestID)),
        ])
    }
}
