import Crypto
package import Foundation
import Vitals
package import VitalsServer
package import VitalsWorkouts

/// Limits on what one request about samples may cost the server.
package enum SampleLimits {
    package static let sampleCount = 5_000
    package static let bodySizeBytes = 5 << 20
    package static let pageCount = 5_000
    /// A parsed value takes far more memory than its two bytes of text. A sample has ten.
    static let valueCount = 200_000
}

/// A request that changes samples: its id, and a hash by which its repetition is known.
struct SampleRequest: Sendable {
    let id: UUID
    /// SHA-256 of the body, in hex.
    let bodyHash: String
    /// The number of elements of its one list.
    let count: Int

    /// Reads what both requests have, and the elements of the list. Those aren't kept: a tree takes many times its text, and a
    /// request may wait for the one before.
    ///
    /// - Parameter list: the name of the list.
    /// - Throws: 400 or 413.
    static func reading(
        _ body: [UInt8], list: String
    ) throws(ServiceError) -> (request: SampleRequest, elements: [JSONValue]) {
        guard body.count <= SampleLimits.bodySizeBytes else {
            throw .tooManySamples("A body has at most \(SampleLimits.bodySizeBytes) bytes; send less at a time.")
        }
        guard JSONText.valueCount(of: body, atMost: SampleLimits.valueCount) != nil else {
            throw .tooManySamples("A request has at most \(SampleLimits.sampleCount) \(list); send the others later.")
        }
        let root: JSONValue
        do {
            root = try TolerantJSON.value(of: body)
        } catch {
            throw .malformedJSON(error.detail, path: error.path)
        }
        guard let id = root["uploadRequestId"]?.string.flatMap({ UUID(text: $0) }) else {
            throw .badShape("Expected a UUID.", path: "uploadRequestId")
        }
        guard let elements = root[list]?.array, !elements.isEmpty else {
            throw .badShape("Expected an array with at least one element.", path: list)
        }
        guard elements.count <= SampleLimits.sampleCount else {
            throw .tooManySamples("A request has at most \(SampleLimits.sampleCount) \(list); send the others later.")
        }
        let hash = SHA256.hash(data: body).hexadecimal
        return (SampleRequest(id: id, bodyHash: hash, count: elements.count), elements)
    }
}

/// A sample that breaks a rule. It costs only itself.
package struct RejectedSample: Hashable, Sendable {
    /// The place in the request.
    package let index: Int
    /// Nil where the id is what's wrong.
    package let id: UUID?
    /// The field, and a sentence for a person.
    package let reason: SampleInvalid

    var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("index", .number(Double(index))), .init("code", .string(reason.field)),
            .init("detail", .string(reason.detail)),
        ]
        if let id { members.append(.init("id", .string(id.lowercased))) }
        return .object(members)
    }
}

/// The body of `POST /health/samples`.
package struct SampleUpload: Sendable {
    let request: SampleRequest
    package let samples: [Sample]
    package let rejected: [RejectedSample]

    /// - Throws: 400 or 413.
    package init(body: [UInt8]) throws(ServiceError) {
        let elements: [JSONValue]
        (request, elements) = try SampleRequest.reading(body, list: "samples")
        var (samples, rejected) = ([Sample](), [RejectedSample]())
        samples.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            do {
                samples.append(try Sample(json: element))
            } catch {
                let id = element["id"]?.string.flatMap { UUID(text: $0) }
                rejected.append(RejectedSample(index: index, id: id, reason: error))
            }
        }
        (self.samples, self.rejected) = (samples, rejected)
    }
}

/// The body of `POST /health/samples/deletions`.
package struct SampleDeletions: Sendable {
    let request: SampleRequest
    package let ids: [UUID]

    /// - Throws: 400 or 413.
    package init(body: [UInt8]) throws(ServiceError) {
        let elements: [JSONValue]
        (request, elements) = try SampleRequest.reading(body, list: "deletions")
        var ids: [UUID] = []
        for (index, element) in elements.enumerated() {
            guard let id = element.string.flatMap({ UUID(text: $0) }) else {
                throw .badShape("Expected a UUID.", path: "deletions[\(index)]")
            }
            ids.append(id)
        }
        self.ids = ids
    }
}

extension SampleQuery {
    /// Reads the query of `GET /health/samples`.
    ///
    /// - Throws: 400.
    package init(
        type: String?, from: String?, to: String?, limit: Int64?, after: String?
    ) throws(ServiceError) {
        guard let type, (1...64).contains(type.utf8.count), !type.utf8.contains(0) else {
            throw .badParameter("type", "Expected the name of a type, such as BASAL_ENERGY.")
        }
        let limit = limit ?? 1_000
        guard (1...Int64(SampleLimits.pageCount)).contains(limit) else {
            throw .badParameter("limit", "Expected a whole number from 1 to \(SampleLimits.pageCount).")
        }
        self.init(
            type: type, from: try Self.time(from, "from") ?? .min, to: try Self.time(to, "to") ?? .max,
            limit: Int(limit), after: try Self.place(after))
    }

    private static func time(_ text: String?, _ name: String) throws(ServiceError) -> Timestamp? {
        guard let text else { return nil }
        guard let time = Timestamp(rfc3339: text) else {
            throw .badParameter(name, "Expected a time such as 2026-05-06T07:30:00Z.")
        }
        return time
    }

    private static func place(_ text: String?) throws(ServiceError) -> Place? {
        guard let text else { return nil }
        let sides = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { String($0)! }
        guard sides.count == 2, let start = Int64(sides[0]).flatMap({ Timestamp(millisecondsSinceEpoch: $0) }),
            let id = UUID(text: sides[1])
        else { throw .badParameter("after", "Expected the member `next` of the page before.") }
        return Place(start: start, id: id)
    }
}

extension SampleQuery.Place {
    /// The place as it's sent.
    package var text: String { "\(start.millisecondsSinceEpoch).\(id.lowercased)" }
}
