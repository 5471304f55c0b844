// replaces: graceful-stop
// refused by: Step12ServerTests/givesUpInTime()
// says: still ran after 5 seconds
// breaks: graceful-stop.3
//
// Waits for every request to end, however long its phone takes.

    let application = buildApplication(
        store: store, configuration: configuration, logger: logger, onListening: onListening)
    let group = ServiceGroupConfiguration(
        services: [application], gracefulShutdownSignals: stopsOnSignals ? [.sigterm, .sigint] : [], logger: logger)
    try await ServiceGroup(configuration: group).run()
