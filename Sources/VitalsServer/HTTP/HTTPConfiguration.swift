/// The server's address, limits and timeouts.
package struct HTTPConfiguration: Sendable {
    package var host: String
    /// 0 picks a free port.
    package var port: Int
    package var limits: SyncLimits
    /// Open connections, of which one client address gets a quarter; see `ConnectionLimiter`. Many systems allow a
    /// process 1024 open files by default.
    package var maximumConnectionCount: Int
    /// Time from the complete body to the response.
    package var requestTimeoutSeconds: Double
    /// Time from the head of a request to the end of its body.
    package var bodyTimeoutSeconds: Double
    /// Time a connection may go without a complete request head; also the time a client has to read its response.
    package var idleTimeoutSeconds: Double
    /// Time that requests in flight get after SIGTERM.
    package var shutdownTimeoutSeconds: Double
    package var features: [String]
    /// False makes the server speak the base protocol only; see `SyncService`.
    package var sendsIdentity: Bool
    /// True makes the server refuse the token that every new database has.
    package var refusesDevelopmentToken: Bool
    /// The other ends that count as this machine while the development token works.
    package var localPeers = LocalPeer()
    package var components = ServerComponents()
    /// Names the store in the log's first line; nil logs none. It holds no password.
    package var storeName: String?

    package init(
        host: String = "127.0.0.1", port: Int = 0, limits: SyncLimits = SyncLimits(), maximumConnectionCount: Int = 512,
        requestTimeoutSeconds: Double = 30, bodyTimeoutSeconds: Double = 30, idleTimeoutSeconds: Double = 60,
        shutdownTimeoutSeconds: Double = 30, features: [String] = ["base"], sendsIdentity: Bool = true,
        refusesDevelopmentToken: Bool = false
    ) {
        self.host = host
        self.port = port
        self.limits = limits
        self.maximumConnectionCount = maximumConnectionCount
        self.requestTimeoutSeconds = requestTimeoutSeconds
        self.bodyTimeoutSeconds = bodyTimeoutSeconds
        self.idleTimeoutSeconds = idleTimeoutSeconds
        self.shutdownTimeoutSeconds = shutdownTimeoutSeconds
        self.features = features
        self.sendsIdentity = sendsIdentity
        self.refusesDevelopmentToken = refusesDevelopmentToken
    }
}
