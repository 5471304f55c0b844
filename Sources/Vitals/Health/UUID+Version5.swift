import Crypto
package import Foundation

extension UUID {
    /// The UUID of a name within a namespace: version 5, SHA-1 (RFC 9562 §5.5).
    ///
    /// SHA-1 is what the RFC prescribes; nothing here relies on it against an attacker.
    package init(version5 name: some Sequence<UInt8>, in namespace: UUID) {
        var hash = Insecure.SHA1()
        withUnsafeBytes(of: namespace.uuid) { hash.update(bufferPointer: $0) }
        hash.update(data: Array(name))
        var bytes = Array(hash.finalize().prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x50
        bytes[8] = bytes[8] & 0x3F | 0x80
        self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
