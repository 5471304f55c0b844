# changes: deploy-runtime
# refused by: Step16DeployTests/noSecret()
# says: docker history
#
# Puts the database's address into the image.

 ENV HOST=0.0.0.0 PORT=8080 VITALS_SERVER_DATA=/data
+ENV DATABASE_URL=postgres://vitals:correct-horse@/vitals?host=/cloudsql/my-project:europe-west1:vitals
 VOLUME /data
