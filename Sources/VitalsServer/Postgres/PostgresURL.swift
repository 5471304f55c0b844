internal import CLibPQ

/// What may be said of a connection string in a log or an error. A password whose special characters aren't percent-encoded is
/// read as part of a host, a port or a parameter, so only what can't be a piece of one is said.
struct PostgresURL {
    private let url: String

    init(_ url: String) { self.url = url }

    /// The reason why libpq can't parse it.
    var cause: String {
        if let name = unknownParameter {
            return "libpq knows no parameter `\(name)`; take it out, since other programs use it"
        }
        return "percent-encode the special characters in its password, and check its parameters"
    }

    /// Names the database: its name, host and port, as far as they are plain.
    var place: String {
        var values: [String: String] = [:]
        if let options = PQconninfoParse(url, nil) {
            defer { PQconninfoFree(options) }
            var option = options
            while let keyword = option.pointee.keyword {
                values[String(cString: keyword)] = option.pointee.val.map { String(cString: $0) }
                option += 1
            }
        }
        guard let name = values["dbname"], name.wholeMatch(of: /[A-Za-z0-9_-]{1,63}/) != nil else {
            return "PostgreSQL"
        }
        guard let host = values["host"], host.wholeMatch(of: /[A-Za-z0-9._:,\/-]{1,255}/) != nil else {
            return "PostgreSQL, database \(name)"
        }
        guard let port = values["port"], port.wholeMatch(of: /[0-9]{1,5}/) != nil else {
            return "PostgreSQL, database \(name) at \(host)"
        }
        return "PostgreSQL, database \(name) at \(host), port \(port)"
    }

    /// The first parameter that libpq doesn't know: other programs take `?schema=public` or `?pgbouncer=true`.
    private var unknownParameter: String? {
        guard let parts = url.wholeMatch(of: /postgres(?:ql)?:\/\/([^\/?]*)(?:\/[^?@]*)?\?([^@]*)/) else { return nil }
        // Without an @ what stands before the ? may be the half of a password: "user:pass?word".
        guard parts.1.contains("@") || parts.1.wholeMatch(of: /[^:]*(:[0-9]*)?/) != nil else { return nil }
        let names = parts.2.split(separator: "&").map { $0.prefix { $0 != "=" } }
        return names.first { $0.wholeMatch(of: /[A-Za-z_-]{1,40}/) != nil && !Self.known.contains(String($0)) }
            .map(String.init)
    }

    /// libpq's parameters, and `ssl`, which a URL may have in place of `sslmode`.
    private static let known: Set<String> = {
        var names: Set = ["ssl"]
        guard let defaults = PQconndefaults() else { return names }
        defer { PQconninfoFree(defaults) }
        var option = defaults
        while let keyword = option.pointee.keyword {
            names.insert(String(cString: keyword))
            option += 1
        }
        return names
    }()
}

extension PostgresConfiguration {
    /// Names the database without its password, for a log.
    package var place: String { PostgresURL(url).place }
}
