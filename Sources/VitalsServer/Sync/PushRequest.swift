import Vitals

import struct Foundation.UUID

/// The body of a push, parsed and separated into records that a store may take and records that break a rule.
struct PushRequest: Sendable {
    /// Records that are valid, with distinct ids, sorted by id.
    let batch: PushBatch
    let rejected: [Rejection]

    /// - Throws: 400 where the body isn't JSON or a record has the wrong shape, 413 where there are too many records.
    init(body: [UInt8], limits: SyncLimits, rules: PushRules = PushRules()) throws(ServiceError) {
        // Count before building anything, because a tree needs many times the memory of its text.
        guard JSONText.valueCount(of: body, atMost: limits.batchValueCount) != nil else {
            throw .tooManyValues(limit: limits.batchValueCount)
        }
        let root = try Self.root(of: body)
        let elements = try Self.elements(of: root)
        guard elements.count <= limits.batchRecordCount else {
            throw .batchTooLarge(limit: limits.batchRecordCount)
        }
        var greatest: [String: Vitals.Measurement] = [:]
        var rejected: [Rejection] = []
        for (index, element) in elements.enumerated() {
            let record = try Self.record(element, at: index)
            do {
                try rules.validate(record)
            } catch let error as MeasurementError {
                rejected.append(
                    Rejection(
                        id: record.id, version: record.version, code: error.code,
                        detail: PushRules.detail(of: error)))
                continue
            } catch {
                throw .internal(cause: String(reflecting: error))
            }
            greatest[record.id.lowercased] = greatest[record.id.lowercased].map { merge($0, record) } ?? record
        }
        let records = greatest.sorted { $0.key < $1.key }.map(\.value)
        batch = PushBatch(
            records, editedFrom: rules.notesOverwrittenEdits ? try Self.origins(of: records, in: root) : [:])
        self.rejected = rejected
    }

    private static func root(of body: [UInt8]) throws(ServiceError) -> JSONValue {
        do {
            return try JSONValue(parsing: body)
        } catch {
            throw .malformedJSON(error.detail, path: error.path)
        }
    }

    private static func elements(of root: JSONValue) throws(ServiceError) -> [JSONValue] {
        guard let records = root["records"] else { throw .badShape("The member is missing.", path: "records") }
        guard let elements = records.array else { throw .badShape("Expected an array.", path: "records") }
        return elements
    }

    /// The versions that these records were edited from, as `bases` names them. Entries for other ids are ignored.
    private static func origins(
        of records: [Vitals.Measurement], in root: JSONValue
    ) throws(ServiceError) -> [UUID: RecordVersion] {
        guard let bases = root["bases"], bases != .null else { return [:] }
        guard case .object(let members) = bases else { throw .badShape("Expected an object.", path: "bases") }
        let ids = Set(records.map(\.id))
        var origins: [UUID: RecordVersion] = [:]
        for member in members {
            guard let id = UUID(text: member.name), ids.contains(id) else { continue }
            guard let version = member.value["version"]?.wholeNumber,
                let origin = version == 0
                    ? RecordVersion.none : RecordVersion(version: version, digest: member.value["digest"]?.string ?? "")
            else {
                throw .badShape("Expected a version, and its digest unless it is 0.", path: "bases.\(id.lowercased)")
            }
            origins[id] = origin
        }
        return origins
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
