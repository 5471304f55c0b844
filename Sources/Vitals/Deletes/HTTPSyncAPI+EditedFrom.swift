public import Foundation

extension HTTPSyncAPI {
    /// Sends records with `POST /sync/push`, and in `bases` the version that each was edited from.
    ///
    /// - Throws: `SyncFailure` for every response but a 200.
    public func push(
        _ records: [Measurement], editedFrom origins: [UUID: RecordVersion], context: SyncContext
    ) async throws(SyncFailure) -> SyncResponse<Pushed> {
        let body = PushBody.bytes(of: records, editedFrom: origins)
        let request = try makeRequest("POST", "/sync/push", context, body: body)
        return try answer(try await exchange(request)) { json throws(JSONError) in try Pushed(json: json) }
    }
}

extension PushBody {
    /// The body of a push that names the versions that its records were edited from.
    package static func bytes(of records: [Measurement], editedFrom origins: [UUID: RecordVersion]) -> [UInt8] {
        var body = bytes(of: records)
        guard !origins.isEmpty else { return body }
        body.removeLast()
        body.append(contentsOf: #","bases":{"#.utf8)
        let bases = origins.map { (id: $0.key.lowercased, origin: $0.value) }.sorted { $0.id < $1.id }
        for (index, base) in bases.enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            CanonicalJSON.write(base.id, into: &body)
            body.append(UInt8(ascii: ":"))
            CanonicalJSON.write(.object(base.origin.members), into: &body)
        }
        body.append(contentsOf: "}}".utf8)
        return body
    }
}
