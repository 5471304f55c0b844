// changes: graceful-stop
// refused by: Step12ServerTests/finishesWhatIsInFlight(_:)
// says: must be finished and answered with 200
// breaks: graceful-stop.2
//
// Cancels everything at SIGTERM.

     var group = ServiceGroupConfiguration(
-        services: [application], gracefulShutdownSignals: stopsOnSignals ? [.sigterm, .sigint] : [], logger: logger)
+        services: [application], cancellationSignals: stopsOnSignals ? [.sigterm, .sigint] : [], logger: logger)
     group.maximumGracefulShutdownDuration = .seconds(configuration.shutdownTimeoutSeconds)
