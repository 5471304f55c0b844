package import Vitals

/// A look inside a phone, which the user can copy for someone who helps. It has counts, times and names of
/// routes, kinds and types; never a value, a label, a name that a person gave, a token, or the address of the server.
package struct Report: Hashable, Sendable {
    /// The program that makes the report.
    package struct Program: Hashable, Sendable {
        /// Such as `vitals-device 0.1.0`.
        package var name: String
        /// Such as `Linux x86_64`.
        package var platform: String

        package init(name: String, platform: String) {
            self.name = name
            self.platform = platform
        }
    }

    /// How far a log of the server has been read.
    package struct Position: Hashable, Sendable {
        /// `records`, `entities` or `samples`.
        package var log: String
        /// nil for a log that a phone doesn't read.
        package var cursor: Int64?
        /// The first 8 hexadecimal digits of the receipt's SHA-256; nil without a receipt.
        package var receiptDigest: String?
    }

    /// A number of things of one kind.
    package struct Count: Hashable, Sendable {
        /// `records`, `entities` or `samples`.
        package var what: String
        /// A kind, such as `WEIGHT`, or a type, such as `note`.
        package var kind: String
        package var count: Int
    }

    /// Things of one kind that the server may not have.
    package struct Waiting: Hashable, Sendable {
        /// `records`, `deletions`, `commands`, `samples` or `sample deletions`.
        package var what: String
        package var kind: String
        package var count: Int
        /// Since when the oldest of them waits; nil where the phone doesn't note it, as for samples.
        package var since: Timestamp?
        /// How many of the kept exchanges have failed on their way since then, or since one of their route succeeded.
        package var failedTries: Int
    }

    /// Things of one kind that the server refused for one reason.
    package struct Refused: Hashable, Sendable {
        package var what: String
        package var kind: String
        /// The server's code, such as `out_of_bounds`.
        package var code: String
        package var count: Int
        /// The time of the last refusal; nil where the phone doesn't note it, as for samples.
        package var last: Timestamp?
    }

    /// An error that a person saw.
    package struct ShownError: Hashable, Sendable {
        package var id: String
        package var category: String
        package var at: Timestamp
    }

    package var at: Timestamp
    package var program: Program
    /// Such as `https, not loopback`; `none` before the first login.
    package var address: String
    /// True once the server has named the account.
    package var hasAccount: Bool
    package var features: [String]
    /// nil before the first sync that succeeded.
    package var lastSyncAt: Timestamp?
    package var positions: [Position]
    /// The server's clock less this phone's, in seconds; nil where no server has said its time.
    package var aheadSeconds: Int64?
    /// The bytes of the store on the disk; nil for one in memory.
    package var sizeBytes: Int64?
    package var totals: StoreCounts
    package var counts: [Count]
    package var waiting: [Waiting]
    package var refused: [Refused]
    /// The newest first.
    package var exchanges: [Exchange]
    /// The latest first; nil where the program keeps none.
    package var errors: [ShownError]?
    /// The devices of the account, as last listed; nil where they never were.
    package var deviceCount: Int?
}
