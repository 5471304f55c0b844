# changes: deploy-runtime
# refused by: Step16DeployTests/signalReachesServer()
# says: in place of the server
#
# Uses the exec form to start a shell.

 VOLUME /data
-# In exec form, so that SIGTERM reaches the server and not a shell.
-ENTRYPOINT ["/usr/local/bin/vitals-server"]
+ENTRYPOINT ["/bin/sh", "-c", "/usr/local/bin/vitals-server; echo ended"]
