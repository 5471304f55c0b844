import ArgumentParser

/// The settings that the running server was started with, which say how to reach it.
struct AddressOptions: ParsableArguments {
    @Option(help: "The address that the server listens on (HOST; default: 127.0.0.1)")
    var host: String?

    @Option(help: "The port that the server listens on (PORT; default: 8080)")
    var port: Int?

    @Option(
        help: "The address that people type to reach the server, if it is another one, such as a proxy's (VITALS_URL)")
    var url: String?

    @OptionGroup var tls: TLSOptions

    /// The addresses of the app, without a slash at the end. An address that a phone can reach comes first.
    func origins() throws -> [String] {
        if let url = try url ?? Environment.text("VITALS_URL") { return [try Self.origin(url)] }
        let port = try port ?? Environment.value("PORT", as: Int.self) ?? 8080
        guard (1...65535).contains(port) else {
            throw ValidationError("Give the port that the server printed when it started: --port N.")
        }
        let listening = try host ?? Environment.text("HOST") ?? "127.0.0.1"
        return Self.origins(host: listening, port: port, scheme: try tls.scheme())
    }

    /// The addresses that reach a server which listens on this host and port.
    static func origins(host: String, port: Int, scheme: String) -> [String] {
        let standard = scheme == "https" ? 443 : 80
        return NetworkAddresses.reaching(host: host).map { address in
            let shown = address.contains(":") ? "[\(address)]" : address
            return "\(scheme)://\(shown)" + (port == standard ? "" : ":\(port)")
        }
    }

    /// - Throws: `ValidationError` for a text that isn't the address of an app.
    static func origin(_ text: String) throws -> String {
        var origin = Substring(text)
        while origin.hasSuffix("/") { origin = origin.dropLast() }
        guard origin.hasPrefix("http://") || origin.hasPrefix("https://"), !origin.contains(where: \.isWhitespace),
            !origin.contains("#"), !origin.contains("?")
        else { throw ValidationError("--url takes the address of the app, such as https://vitals.example.org.") }
        return String(origin)
    }
}
