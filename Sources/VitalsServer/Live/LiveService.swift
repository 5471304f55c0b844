import Logging
import ServiceLifecycle

/// The background work of event streams: signs of life, word from other servers, and the end of all streams when the server
/// stops.
struct LiveService: Service {
    let hub: EventHub
    let broadcast: (any ChangeBroadcasting)?
    let observer: (any BroadcastObserver)?
    let heartbeatSeconds: Double
    let logger: Logger

    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await beat() }
            if let broadcast { group.addTask { await listen(by: broadcast) } }
            try? await gracefulShutdown()
            hub.endAll()
            group.cancelAll()
        }
    }

    private func beat() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(heartbeatSeconds))
            await hub.beat()
            // A server that died between its commit and its word to the others told nobody of that change.
            if broadcast != nil { await hub.catchUp() }
        }
    }

    private func listen(by broadcast: any ChangeBroadcasting) async {
        let (hub, observer, logger) = (hub, observer, logger)
        await broadcast.listen(
            onHead: { log, seq in
                observer?.didHear(log, seq)
                hub.announce(log, seq: seq)
            },
            onConnect: {
                observer?.didConnect()
                await hub.catchUp()
            },
            onFailure: { error in
                observer?.didFail()
                logger.warning("no word from other servers", metadata: ["cause": "\(error)"])
            })
    }
}
