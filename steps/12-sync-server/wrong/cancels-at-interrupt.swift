// changes: graceful-stop
// refused by: Step12ServerTests/finishesWhatIsInFlight(_:)
// says: SIGINT came while
// breaks: graceful-stop.2
//
// Finishes requests at SIGTERM, but cancels them at Ctrl-C.

     var group = ServiceGroupConfiguration(
-        services: [application], gracefulShutdownSignals: stopsOnSignals ? [.sigterm, .sigint] : [], logger: logger)
+        services: [application], gracefulShutdownSignals: stopsOnSignals ? [.sigterm] : [],
+        cancellationSignals: stopsOnSignals ? [.sigint] : [], logger: logger)
     group.maximumGracefulShutdownDuration = .seconds(configuration.shutdownTimeoutSeconds)
