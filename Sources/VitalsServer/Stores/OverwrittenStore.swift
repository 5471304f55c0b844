package import Vitals

package import struct Foundation.UUID

/// A store that notes which versions of a record were overwritten by a device that hadn't seen them.
package protocol OverwrittenStore: Sendable {
    /// The notes of these records; a record without any is left out.
    ///
    /// Notes only grow with a record's versions. So notes that are read after a record are its own or those of a later
    /// version, which include them.
    func overwritten(_ ids: [UUID], user: UUID) async throws -> [UUID: OverwrittenVersions]

    /// The records whose members mention `deleted`, by user. Reads the whole table.
    func recordsMarkedDeleted() async throws -> [UUID: [Vitals.Measurement]]
}
