internal import CLibPQ
internal import Foundation

extension PostgresConnection {
    /// Refuses a URL that libpq can't parse, before libpq quotes it in a message.
    static func checkURL(_ url: String) throws(PostgresError) {
        guard !url.utf8.contains(0) else { throw PostgresError(.invalidURL, detail: "it contains U+0000") }
        var message: UnsafeMutablePointer<CChar>?
        let options = PQconninfoParse(url, &message)
        PQfreemem(message)
        guard let options else { throw PostgresError(.invalidURL, detail: PostgresURL(url).cause) }
        PQconninfoFree(options)
    }

    /// Asks libpq for a connection. The caller must check its status, since connecting may have failed.
    ///
    /// The connection string may override the keywords before `dbname`, which are defaults. It can't override the
    /// keywords after it.
    static func connect(_ configuration: PostgresConfiguration) -> OpaquePointer {
        let keywords: KeyValuePairs = [
            "application_name": "vitals-server",
            "connect_timeout": String(configuration.connectTimeoutSeconds),
            // Notices within a minute, not after two hours, that the other end vanished.
            "keepalives": "1",
            "keepalives_idle": "30",
            "keepalives_interval": "10",
            "keepalives_count": "3",
            "tcp_user_timeout": "30000",
            "dbname": configuration.url,
            "client_encoding": "UTF8",
        ]
        var names: [UnsafePointer<CChar>?] = []
        var values: [UnsafePointer<CChar>?] = []
        for (name, value) in keywords {
            names.append(UnsafePointer(strdup(name)))
            values.append(UnsafePointer(strdup(value)))
        }
        defer {
            for pointer in names + values { free(UnsafeMutablePointer(mutating: pointer)) }
        }
        return PQconnectdbParams(names + [nil], values + [nil], 1)!  // nil only when memory ran out
    }
}
