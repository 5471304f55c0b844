/// Where the server listens, and how patient it is.
package struct HTTPConfiguration: Sendable {
    package var host: String
    /// 0 for a free one.
    package var port: Int
    package var limits: SyncLimits
    /// From the whole body to the answer.
    package var requestTimeoutSeconds: Double
    /// From the head of a request to the end of its body.
    package var bodyTimeoutSeconds: Double
    /// Without a request on a connection, half a head included; also for a client that does not read its answer.
    package var idleTimeoutSeconds: Double
    /// What requests in flight get after SIGTERM.
    package var shutdownTimeoutSeconds: Double
    package var features: [String]
    /// False makes a server of the bare contract; see `SyncService`.
    package var sendsIdentity: Bool
    /// Whether the token that every new database has is worth nothing here.
    package var refusesDevelopmentToken: Bool
    package var additions = ServerExtensions()

    package init(
        host: String = "127.0.0.1", port: Int = 0, limits: SyncLimits = SyncLimits(),
        requestTimeoutSeconds: Double = 30, bodyTimeoutSeconds: Double = 30, idleTimeoutSeconds: Double = 60,
        shutdownTimeoutSeconds: Double = 30, features: [String] = ["base"], sendsIdentity: Bool = true,
        refusesDevelopmentToken: Bool = false
    ) {
        self.host = host
        self.port = port
        self.limits = limits
        self.requestTimeoutSeconds = requestTimeoutSeconds
        self.bodyTimeoutSeconds = bodyTimeoutSeconds
        self.idleTimeoutSeconds = idleTimeoutSeconds
        self.shutdownTimeoutSeconds = shutdownTimeoutSeconds
        self.features = features
        self.sendsIdentity = sendsIdentity
        self.refusesDevelopmentToken = refusesDevelopmentToken
    }
}
