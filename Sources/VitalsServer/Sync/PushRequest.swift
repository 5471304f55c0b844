import Vitals

/// The body of a push, parsed and separated into records that a store may take and records that break a rule.
struct PushRequest: Sendable {
    /// Valid, with distinct ids, sorted by id.
    let records: [Vitals.Measurement]
    let rejected: [Rejection]

    /// - Throws: 400 where the body isn't JSON or a record has the wrong shape, 413 where there are too many records.
    init(body: [UInt8], limits: SyncLimits) throws(ServiceError) {
        // Count before building anything, because a tree needs many times the memory of its text.
        guard JSONText.valueCount(of: body, atMost: limits.batchValueCount) != nil else {
            throw .tooManyValues(limit: limits.batchValueCount)
        }
        let elements = try Self.elements(of: body)
        guard elements.count <= limits.batchRecordCount else {
            throw .batchTooLarge(limit: limits.batchRecordCount)
        }
        var greatest: [String: Vitals.Measurement] = [:]
        var rejected: [Rejection] = []
        for (index, element) in elements.enumerated() {
            let record = try Self.record(element, at: index)
            do {
                try record.validate()
            } catch let error as MeasurementError {
                rejected.append(
                    Rejection(id: record.id, version: record.version, code: error.code, detail: error.detail))
                continue
            } catch {
                throw .internal(cause: String(reflecting: error))
            }
            greatest[record.id.lowercased] = greatest[record.id.lowercased].map { merge($0, record) } ?? record
        }
        records = greatest.sorted { $0.key < $1.key }.map(\.value)
        self.rejected = rejected
    }

    private static func elements(of body: [UInt8]) throws(ServiceError) -> [JSONValue] {
        let root: JSONValue
        do {
            root = try JSONValue(parsing: body)
        } catch {
            throw .malformedJSON(error.detail, path: error.path)
        }
        guard let records = root["records"] else { throw .badShape("The member is missing.", path: "records") }
        guard let elements = records.array else { throw .badShape("Expected an array.", path: "records") }
        return elements
    }

    private static func record(_ element: JSONValue, at index: Int) throws(ServiceError) -> Vitals.Measurement {
        do {
            return try Vitals.Measurement(json: element)
        } catch {
            let outer = error.within(element: index).within(member: "records")
            throw .badShape(outer.detail, path: outer.path)
        }
    }
}
