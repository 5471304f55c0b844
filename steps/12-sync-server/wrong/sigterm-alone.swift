// changes: graceful-stop
// refused by: Step12ServerTests/stopsAtOnce(_:)
// says: SIGINT must end
// breaks: graceful-stop.1
//
// Handles the signal that a container sends, but not the one from a keyboard.

     var group = ServiceGroupConfiguration(
-        services: [application], gracefulShutdownSignals: stopsOnSignals ? [.sigterm, .sigint] : [], logger: logger)
+        services: [application], gracefulShutdownSignals: stopsOnSignals ? [.sigterm] : [], logger: logger)
     group.maximumGracefulShutdownDuration = .seconds(configuration.shutdownTimeoutSeconds)
