# changes: deploy-runtime
# refused by: Step16DeployTests/signalReachesServer()
# says: shell form
#
# Writes the entry point as you would type it.

 VOLUME /data
-# In exec form, so that SIGTERM reaches the server and not a shell.
-ENTRYPOINT ["/usr/local/bin/vitals-server"]
+ENTRYPOINT /usr/local/bin/vitals-server
