// changes: graceful-stop
// refused by: Step12ServerTests/stopsAtOnce(_:)
// says: SIGINT must end
//
// Knows the signal of a container and not the one of a keyboard.

     var group = ServiceGroupConfiguration(
-        services: [application], gracefulShutdownSignals: stopsOnSignals ? [.sigterm, .sigint] : [], logger: logger)
+        services: [application], gracefulShutdownSignals: stopsOnSignals ? [.sigterm] : [], logger: logger)
     group.maximumGracefulShutdownDuration = .seconds(configuration.shutdownTimeoutSeconds)
