import Foundation
package import Vitals

extension Device {
    /// Looks inside this device. It asks no server.
    ///
    /// - Parameter errors: those that were shown, the latest first; nil where the program keeps none.
    /// - Throws: `StoreError`, also for a device without the feature `report`.
    package func report(by program: Report.Program, errors: [ErrorNote]? = nil) throws -> Report {
        for case let log as ExchangeLog in observers { log.flush(to: store) }
        let (size, at) = (Self.sizeBytes(of: store.path), store.clock())
        let (state, totals) = (try syncState(), try counts())
        return try store.read { database in
            let reader = ReportReader(database: database, shownRecords: store.features.shownRecords)
            let exchanges = try Exchange.fetchAll(database)
            return Report(
                at: at, program: program, address: ReportAddress.words(state.origin), hasAccount: state.account != nil,
                features: state.features.map { ReportWord.features($0) } ?? [], lastSyncAt: state.lastSyncAt,
                positions: try reader.positions(state), aheadSeconds: exchanges.lazy.compactMap(\.aheadSeconds).first,
                sizeBytes: size, totals: totals, counts: try reader.counts(),
                waiting: try reader.waiting(exchanges: exchanges), refused: try reader.refused(), exchanges: exchanges,
                errors: errors?.map { .init(id: $0.id, category: $0.category.rawValue, at: $0.at) },
                deviceCount: try reader.deviceCount())
        }
    }

    /// The bytes of the store's files; nil in memory.
    private static func sizeBytes(of path: String) -> Int64? {
        guard path != ":memory:" else { return nil }
        return ["", "-wal"].reduce(0) { sum, suffix in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
            return sum + ((attributes?[.size] as? NSNumber)?.int64Value ?? 0)
        }
    }
}

/// Says of an address what matters for an error, and not whose it is.
package enum ReportAddress {
    /// - Parameter origin: an address such as `https://example.com`; nil for none.
    package static func words(_ origin: String?) -> String {
        guard let origin, let parts = URLComponents(string: origin), let scheme = parts.scheme else { return "none" }
        let host = (parts.encodedHost ?? "").lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        let isLoopback =
            host == "localhost" || host == "::1" || host.hasPrefix("127.") && host.allSatisfy(Self.isDotted)
        let prefix = parts.percentEncodedPath.contains { $0 != "/" } ? ", behind a path" : ""
        return "\(scheme == "https" ? "https" : "http"), \(isLoopback ? "loopback" : "not loopback")\(prefix)"
    }

    private static func isDotted(_ character: Character) -> Bool {
        character == "." || ("0"..."9").contains(character)
    }
}
