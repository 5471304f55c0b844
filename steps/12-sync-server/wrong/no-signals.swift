// changes: graceful-stop
// refused by: Step12ServerTests/stopsAtOnce(_:)
// says: with status 0
// breaks: graceful-stop.1
//
// Leaves signals to the system, which ends the process at once.

     var group = ServiceGroupConfiguration(
-        services: [application], gracefulShutdownSignals: stopsOnSignals ? [.sigterm, .sigint] : [], logger: logger)
+        services: [application], logger: logger)
     group.maximumGracefulShutdownDuration = .seconds(configuration.shutdownTimeoutSeconds)
