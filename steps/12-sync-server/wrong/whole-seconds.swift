// changes: graceful-stop
// refused by: Step12ServerTests/givesUpInTime()
// says: Parts of a second count
// breaks: graceful-stop.3
//
// Makes whole seconds of the limit, and none of 0.3.

-    group.maximumGracefulShutdownDuration = .seconds(configuration.shutdownTimeoutSeconds)
+    group.maximumGracefulShutdownDuration = .seconds(Int(configuration.shutdownTimeoutSeconds))
