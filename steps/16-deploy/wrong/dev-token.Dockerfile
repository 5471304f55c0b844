# changes: deploy-runtime
# refused by: Step16DeployTests/signalReachesServer()
# says: everybody may read and write
#
# Makes the complaint about dev-token go away.

 VOLUME /data
-# In exec form, so that SIGTERM reaches the server and not a shell.
-ENTRYPOINT ["/usr/local/bin/vitals-server"]
+ENTRYPOINT ["/usr/local/bin/vitals-server", "--allow-dev-token"]
