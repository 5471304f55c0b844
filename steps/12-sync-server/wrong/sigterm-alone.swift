// replaces: graceful-stop
// refused by: Step12ServerTests/stopsAtOnce(_:)
// says: SIGINT must end
//
// Knows the signal of a container and not the one of a keyboard.

    let application = buildApplication(
        store: store, configuration: configuration, logger: logger, onListening: onListening)
    var group = ServiceGroupConfiguration(
        services: [application], gracefulShutdownSignals: stopsOnSignals ? [.sigterm] : [], logger: logger)
    group.maximumGracefulShutdownDuration = .seconds(configuration.shutdownTimeoutSeconds)
    try await ServiceGroup(configuration: group).run()
