// replaces: graceful-stop
// refused by: Step12ServerTests/finishesWhatIsInFlight()
// says: must be finished and answered with 200
//
// Cancels everything at SIGTERM.

    let application = buildApplication(
        store: store, configuration: configuration, logger: logger, onListening: onListening)
    var group = ServiceGroupConfiguration(
        services: [application], cancellationSignals: stopsOnSignals ? [.sigterm, .sigint] : [], logger: logger)
    group.maximumGracefulShutdownDuration = .seconds(configuration.shutdownTimeoutSeconds)
    try await ServiceGroup(configuration: group).run()
