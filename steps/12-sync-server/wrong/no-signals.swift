// replaces: graceful-stop
// refused by: Step12ServerTests/stopsAtOnce(_:)
// says: with status 0
//
// Leaves signals to the system, which ends the process where it stands.

    let application = buildApplication(
        store: store, configuration: configuration, logger: logger, onListening: onListening)
    var group = ServiceGroupConfiguration(
        services: [application], logger: logger)
    group.maximumGracefulShutdownDuration = .seconds(configuration.shutdownTimeoutSeconds)
    try await ServiceGroup(configuration: group).run()
