# changes: deploy-runtime
# refused by: Step16DeployTests/signalReachesServer()
# says: everyone may read and write
#
# Makes the error about dev-token go away.

 VOLUME /data
-# In exec form, so that SIGTERM reaches the server and not a shell.
-ENTRYPOINT ["/usr/local/bin/vitals-server"]
+ENTRYPOINT ["/usr/local/bin/vitals-server", "--allow-dev-token"]
