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
        settings.components = try features.components()
        return settings
    }

    func logger() throws -> Logger { try options.logger() }
}

/// Address, limits, timeouts and logs of the server.
struct ServeOptions: ParsableArguments {
    private static let base = HTTPConfiguration()
    private static let defaultPort = 8080

    private static func whole(_ seconds: Double) -> String { "\(Int(seconds))" }

    private static let address = Setting(
        "host", "ADDRESS", "HOST", default: base.host, "Address to listen on")
    private static let portNumber = Setting(
        "port", "N", "PORT", default: "\(defaultPort); 0 for a free one", "Port to listen on")
    private static let bodyBytes = Setting(
        "max-body-bytes", "N", "MAX_BODY_BYTES", default: "\(base.limits.bodySizeBytes)",
        "Maximum size of a push, in bytes")
    private static let batchRecords = Setting(
        "max-batch-records", "N", "MAX_BATCH_RECORDS", default: "\(base.limits.batchRecordCount)",
        "Maximum number of records in a push")
    private static let connections = Setting(
        "max-connections", "N", "MAX_CONNECTIONS", default: "\(base.maximumConnectionCount)",
        "Most open connections, of which a client address gets a quarter, unless it is a trusted proxy's")
    private static let requestSeconds = Setting(
        "request-timeout-seconds", "N", "REQUEST_TIMEOUT_SECONDS", default: whole(base.requestTimeoutSeconds),
        "Time limit of a request, in seconds")
    private static let bodySeconds = Setting(
        "body-timeout-seconds", "N", "BODY_TIMEOUT_SECONDS", default: whole(base.bodyTimeoutSeconds),
        "Time limit for receiving a body, in seconds")
    private static let idleSeconds = Setting(
        "idle-timeout-seconds", "N", "IDLE_TIMEOUT_SECONDS", default: whole(base.idleTimeoutSeconds),
        "Time limit of an idle connection, in seconds")
    private static let shutdownSeconds = Setting(
        "shutdown-timeout-seconds", "N", "SHUTDOWN_TIMEOUT_SECONDS", default: whole(base.shutdownTimeoutSeconds),
        "Time limit for open requests after SIGTERM, in seconds")
    private static let level = Setting(
        "log-level", "LEVEL", "LOG_LEVEL", default: "info", "trace, debug, info, notice, warning, error or critical")
    private static let format = Setting(
        "log-format", "FORMAT", "LOG_FORMAT", default: "text; or json", "text or json; logs go to standard error")
    static let settings = [
        address, portNumber, bodyBytes, batchRecords, connections, requestSeconds, bodySeconds, idleSeconds,
        shutdownSeconds, level, format,
    ]

    @Option(name: address.name, help: address.help) var host: String?
    @Option(name: portNumber.name, help: portNumber.help) var port: Int?
    @Option(name: bodyBytes.name, help: bodyBytes.help) var maxBodyBytes: Int?
    @Option(name: batchRecords.name, help: batchRecords.help) var maxBatchRecords: Int?
    @Option(name: connections.name, help: connections.help) var maxConnections: Int?
    @Option(name: requestSeconds.name, help: requestSeconds.help) var requestTimeoutSeconds: Double?
    @Option(name: bodySeconds.name, help: bodySeconds.help) var bodyTimeoutSeconds: Double?
    @Option(name: idleSeconds.name, help: idleSeconds.help) var idleTimeoutSeconds: Double?
    @Option(name: shutdownSeconds.name, help: shutdownSeconds.help) var shutdownTimeoutSeconds: Double?
    @Option(name: level.name, help: level.help) var logLevel: String?
    @Option(name: format.name, help: format.help) var logFormat: String?

    @Flag(
        help:
            """
            Only for a container whose port is published on its host's loopback: listen on all addresses although the \
            public `dev-token` works. Requests from other machines get 421
            """
    )
    var allowDevToken = false

    fileprivate func configuration() throws -> HTTPConfiguration {
        var settings = Self.base
        settings.host = try Self.address.text(host) ?? settings.host
        settings.port = try Self.portNumber.number(port, in: 0...65535) ?? Self.defaultPort
        settings.limits.bodySizeBytes =
            try Self.bodyBytes.number(maxBodyBytes, in: 1...(1 << 30)) ?? settings.limits.bodySizeBytes
        settings.limits.batchRecordCount =
            try Self.batchRecords.number(maxBatchRecords, in: 1...1_000_000) ?? settings.limits.batchRecordCount
        settings.maximumConnectionCount =
            try Self.connections.number(maxConnections, in: 1...1_000_000) ?? settings.maximumConnectionCount
        let seconds = 0.01...3600
        settings.requestTimeoutSeconds =
            try Self.requestSeconds.number(requestTimeoutSeconds, in: seconds) ?? settings.requestTimeoutSeconds
        settings.bodyTimeoutSeconds =
            try Self.bodySeconds.number(bodyTimeoutSeconds, in: seconds) ?? settings.bodyTimeoutSeconds
        settings.idleTimeoutSeconds =
            try Self.idleSeconds.number(idleTimeoutSeconds, in: seconds) ?? settings.idleTimeoutSeconds
        settings.shutdownTimeoutSeconds =
            try Self.shutdownSeconds.number(shutdownTimeoutSeconds, in: seconds) ?? settings.shutdownTimeoutSeconds
        if allowDevToken { settings.localPeers = LocalPeer(LocalPeer.containerHosts()) }
        return settings
    }

    fileprivate func logger() throws -> Logger {
        let levelName = try Self.level.text(logLevel) ?? Self.level.fallback
        guard let level = Logger.Level(rawValue: levelName.lowercased()) else {
            throw ValidationError("The log level must be trace, debug, info, notice, warning, error or critical.")
        }
        let isJSON: Bool
        switch try Self.format.text(logFormat) ?? "text" {
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
}
