# changes: deploy-runtime
# refused by: Step16DeployTests/listens()
# says: only the container itself
#
# Leaves HOST out.

 WORKDIR /data
-# Without DATABASE_URL the records are in a SQLite file here; a named volume keeps them.
-ENV HOST=0.0.0.0 PORT=8080 VITALS_SERVER_DATA=/data
+ENV PORT=8080 VITALS_SERVER_DATA=/data
 VOLUME /data
