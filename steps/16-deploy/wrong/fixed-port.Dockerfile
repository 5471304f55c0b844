# changes: deploy-runtime
# refused by: Step16DeployTests/listens()
# says: a flag wins
#
# Sets the port with a flag.

 VOLUME /data
-# In exec form, so that SIGTERM reaches the server and not a shell.
-ENTRYPOINT ["/usr/local/bin/vitals-server"]
+ENTRYPOINT ["/usr/local/bin/vitals-server", "--port", "8080"]
