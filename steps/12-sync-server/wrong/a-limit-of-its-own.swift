// changes: graceful-stop
// refused by: Step12ServerTests/givesUpWhenConfigured()
// says: the second gave up together with the first
// breaks: graceful-stop.3
//
// Gives up after three seconds, however long the configuration says.

-    group.maximumGracefulShutdownDuration = .seconds(configuration.shutdownTimeoutSeconds)
+    group.maximumGracefulShutdownDuration = .seconds(3)
