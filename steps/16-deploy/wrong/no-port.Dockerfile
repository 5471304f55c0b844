# changes: deploy-runtime
# refused by: Step16DeployTests/defaultPort()
# says: health check asks
#
# Leaves PORT to Cloud Run alone.

 WORKDIR /data
-# Without DATABASE_URL the records are in a SQLite file here; a named volume keeps them.
-ENV HOST=0.0.0.0 PORT=8080 VITALS_SERVER_DATA=/data
+ENV HOST=0.0.0.0 VITALS_SERVER_DATA=/data
 VOLUME /data
