import Vitals

package import struct Foundation.UUID

/// Everything that a store keeps about a user, as one JSON object. It is written page by page, so that its size doesn't
/// matter.
package struct PersonExport {
    private let store: any SyncStore
    private let user: UUID
    private let features: [ServerFeature]
    private static let pageRecordCount = 1_000

    /// - Parameter features: those whose tables hold something about people, switched on or not.
    package init(store: any SyncStore, user: UUID, features: [ServerFeature]) {
        self.store = store
        self.user = user
        self.features = features
    }

    /// Writes the object in pieces, and a newline after it. Secrets aren't among them.
    package func write(_ write: (String) throws -> Void) async throws {
        let devices = try await store.ability((any PairingStore).self)?.deviceTokens(user: user) ?? []
        try write(#"{"id":"\#(user.lowercased)","devices":["#)
        try write(devices.map(text).joined(separator: ",\n"))
        try write(#"],"records":["#)
        try await eachPage { records, isFirst in
            try write((isFirst ? "\n" : ",\n") + records.map(\.json).joined(separator: ",\n"))
        }
        try write(#"],"overwritten":["#)
        if let notes = store.ability((any OverwrittenStore).self) {
            var isFirst = true
            try await eachPage { records, _ in
                let found = try await notes.overwritten(records.map(\.id), user: user).filter { !$0.value.isEmpty }
                for (id, versions) in found.sorted(by: { $0.key.lowercased < $1.key.lowercased }) {
                    let members = [JSONValue.Member("id", .string(id.lowercased))] + versions.members
                    try write((isFirst ? "\n" : ",\n") + CanonicalJSON.text(.object(members)))
                    isFirst = false
                }
            }
        }
        try write("]")
        for feature in features {
            for member in try await feature.export(store, user) {
                try write(",\n\"\(member.name)\":\(CanonicalJSON.text(member.value))")
            }
            for list in feature.exportedLists {
                var isFirst = true
                try await list.pages(store, user) { elements in
                    guard !elements.isEmpty else { return }
                    try write((isFirst ? ",\n\"\(list.name)\":[\n" : ",\n") + elements.joined(separator: ",\n"))
                    isFirst = false
                }
                if !isFirst { try write("]") }
            }
        }
        try write("}\n")
    }

    private func eachPage(_ body: ([Vitals.Measurement], _ isFirst: Bool) async throws -> Void) async throws {
        var cursor: Int64 = 0
        while true {
            let page = try await store.pull(
                user: user, cursor: cursor, through: nil, limit: Self.pageRecordCount, receipt: nil)
            guard !page.records.isEmpty else { return }
            try await body(page.records, cursor == 0)
            cursor = page.nextCursor
        }
    }

    private func text(_ device: DeviceToken) -> String {
        var members = [
            JSONValue.Member("id", .string(device.id.lowercased)), .init("name", .string(device.name)),
            .init("pairedOn", .string(device.createdOn)),
        ]
        if let day = device.lastUsedOn { members.append(.init("lastUsedOn", .string(day))) }
        if let limits = device.limits {
            members.append(.init("readOnly", .bool(true)))
            if let end = limits.expiresAt { members.append(.init("expiresAt", .string(end.rfc3339))) }
            if let kinds = limits.kinds { members.append(.init("kinds", .array(kinds.map { .string($0) }))) }
        }
        return CanonicalJSON.text(.object(members))
    }
}
