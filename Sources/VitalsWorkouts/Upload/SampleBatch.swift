package import Foundation
package import Vitals

/// Samples, or deletions of samples, that go up in one request.
package struct SampleBatch: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// Sorted by their ids, so that a batch that's sent again has the same bytes.
        case samples([Sample])
        case deletions([UUID])
    }

    /// Its number on this phone.
    package let number: Int64
    /// Under which the server performs it once, however often it comes.
    package let requestID: String
    /// The right to store its answer: made anew each time that somebody takes the batch.
    package let lease: String
    package let content: Content

    /// The most samples in a batch.
    package static let limit = 5_000

    /// The id of the sample at a place of the batch; nil outside it, and in a batch of deletions.
    func sample(at index: Int) -> UUID? {
        guard case .samples(let samples) = content, samples.indices.contains(index) else { return nil }
        return samples[index].id
    }

    package var path: String {
        switch content {
        case .samples: "/health/samples"
        case .deletions: "/health/samples/deletions"
        }
    }

    package var body: [UInt8] {
        let member: JSONValue.Member
        switch content {
        case .samples(let samples): member = .init("samples", .array(samples.map(\.json)))
        case .deletions(let ids): member = .init("deletions", .array(ids.map { .string($0.lowercased) }))
        }
        return Array(CanonicalJSON.text(.object([member, .init("uploadRequestId", .string(requestID))])).utf8)
    }
}

/// A server's answer to a batch: each of its samples is uploaded unless it's named here.
package struct UploadAnswer: Hashable, Sendable {
    /// A sample that the server won't take, however often it comes.
    package struct Rejection: Hashable, Sendable {
        /// The place in the batch.
        package let index: Int
        /// A stable name, such as `unit`.
        package let code: String
        /// One sentence for a person.
        package let detail: String

        package init(index: Int, code: String, detail: String) {
            self.index = index
            self.code = code
            self.detail = detail
        }
    }

    package var rejected: [Rejection]
    /// The places of samples that the server couldn't store now.
    package var failed: [Int]
    /// The last row of the server's log of samples after the request.
    package var receipt: Receipt?

    package init(rejected: [Rejection] = [], failed: [Int] = [], receipt: Receipt? = nil) {
        self.rejected = rejected
        self.failed = failed
        self.receipt = receipt
    }

    /// Reads a body. An answer without lists refuses nothing, as that to deletions.
    package init(json: JSONValue, receipt: Receipt?) throws {
        guard json["received"] != nil else { throw JSONError.shape("Expected a count.", at: "received") }
        self.receipt = receipt
        failed = (json["failed"]?.array ?? []).compactMap { Self.index($0) }
        rejected = (json["rejected"]?.array ?? []).compactMap { item in
            item["index"].flatMap { Self.index($0) }.map {
                Rejection(
                    index: $0, code: (item["code"]?.string ?? "rejected").displayLine(maximumLength: 100),
                    detail: (item["detail"]?.string ?? "").displayLine(maximumLength: 500))
            }
        }
    }

    private static func index(_ value: JSONValue) -> Int? {
        if case .number(let number) = value { Int(exactly: number) } else { nil }
    }
}
