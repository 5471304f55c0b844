import ArgumentParser
import Logging
import VitalsServer

/// How the server listens: by its options, and with what the features add.
struct Listening {
    let store: StoreOptions
    let options: ServeOptions
    let features: Features

    var allowDevToken: Bool { options.allowDevToken }

    func configuration() throws -> HTTPConfiguration {
        var settings = try options.configuration()
        settings.storeName = try store.location().description
        settings.additions = try features.additions()
        return settings
    }

    func logger() throws -> Logger { try options.logger() }
}

/// Address, limits, timeouts and logs of the server.
struct ServeOptions: ParsableArguments {
    @Option(help: "Address to listen on (HOST; default: 127.0.0.1)")
    var host: String?

    @Option(help: "Port to listen on, 0 for a free one (PORT; default: 8080)")
    var port: Int?

    @Option(help: "Maximum size of a push, in bytes (MAX_BODY_BYTES; default: 5242880)")
    var maxBodyBytes: Int?

    @Option(help: "Maximum number of records in a push (MAX_BATCH_RECORDS; default: 10000)")
    var maxBatchRecords: Int?

    @Option(
        help: """
            Most open connections, of which a client address gets a quarter, unless it is a trusted proxy's \
            (MAX_CONNECTIONS; default: 512)
            """)
    var maxConnections: Int?

    @Option(help: "Time limit of a request, in seconds (REQUEST_TIMEOUT_SECONDS; default: 30)")
    var requestTimeoutSeconds: Double?

    @Option(help: "Time limit for receiving a body, in seconds (BODY_TIMEOUT_SECONDS; default: 30)")
    var bodyTimeoutSeconds: Double?

    @Option(help: "Time limit of an idle connection, in seconds (IDLE_TIMEOUT_SECONDS; default: 60)")
    var idleTimeoutSeconds: Double?

    @Option(help: "Time limit for open requests after SIGTERM, in seconds (SHUTDOWN_TIMEOUT_SECONDS; default: 30)")
    var shutdownTimeoutSeconds: Double?

    @Option(help: "trace, debug, info, notice, warning, error or critical (LOG_LEVEL; default: info)")
    var logLevel: String?

    @Option(help: "text or json; logs go to standard error (LOG_FORMAT; default: text)")
    var logFormat: String?

    @Flag(
        help:
            """
            Only for a container whose port is published on its host's loopback: listen on all addresses although the \
            public `dev-token` works. Requests from other machines get 421
            """
    )
    var allowDevToken = false

    fileprivate func configuration() throws -> HTTPConfiguration {
        var settings = HTTPConfiguration()
        settings.host = try host ?? Environment.text("HOST") ?? settings.host
        settings.port = try setting(port, "PORT", default: 8080, in: 0...65535)
        settings.limits.bodySizeBytes = try setting(
            maxBodyBytes, "MAX_BODY_BYTES", default: settings.limits.bodySizeBytes, in: 1...(1 << 30))
        settings.limits.batchRecordCount = try setting(
            maxBatchRecords, "MAX_BATCH_RECORDS", default: settings.limits.batchRecordCount, in: 1...1_000_000)
        settings.maximumConnectionCount = try setting(
            maxConnections, "MAX_CONNECTIONS", default: settings.maximumConnectionCount, in: 1...1_000_000)
        settings.requestTimeoutSeconds = try setting(
            requestTimeoutSeconds, "REQUEST_TIMEOUT_SECONDS", default: settings.requestTimeoutSeconds, in: 0.01...3600)
        settings.bodyTimeoutSeconds = try setting(
            bodyTimeoutSeconds, "BODY_TIMEOUT_SECONDS", default: settings.bodyTimeoutSeconds, in: 0.01...3600)
        settings.idleTimeoutSeconds = try setting(
            idleTimeoutSeconds, "IDLE_TIMEOUT_SECONDS", default: settings.idleTimeoutSeconds, in: 0.01...3600)
        settings.shutdownTimeoutSeconds = try setting(
            shutdownTimeoutSeconds, "SHUTDOWN_TIMEOUT_SECONDS", default: settings.shutdownTimeoutSeconds,
            in: 0.01...3600)
        if allowDevToken { settings.localPeers = LocalPeer(LocalPeer.containerHosts()) }
        return settings
    }

    fileprivate func logger() throws -> Logger {
        let levelName = try logLevel ?? Environment.text("LOG_LEVEL") ?? "info"
        guard let level = Logger.Level(rawValue: levelName.lowercased()) else {
            throw ValidationError("The log level must be trace, debug, info, notice, warning, error or critical.")
        }
        let isJSON: Bool
        switch try logFormat ?? Environment.text("LOG_FORMAT") ?? "text" {
        case "text": isJSON = false
        case "json": isJSON = true
        default: throw ValidationError("The log format must be text or json.")
        }
        var logger = Logger(label: "vitals-server") { label in
            isJSON ? JSONLogHandler() as any LogHandler : StreamLogHandler.standardError(label: label)
        }
        logger.logLevel = level
        return logger
    }

    private func setting<Value: Comparable & LosslessStringConvertible>(
        _ flag: Value?, _ name: String, default fallback: Value, in range: ClosedRange<Value>
    ) throws -> Value {
        let value = try flag ?? Environment.value(name, as: Value.self) ?? fallback
        guard range.contains(value) else {
            throw ValidationError("\(name) must be between \(range.lowerBound) and \(range.upperBound).")
        }
        return value
    }
}
