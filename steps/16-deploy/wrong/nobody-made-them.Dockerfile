# replaces: deploy-runtime
# refused by: Step16DeployTests/unprivileged()
# says: Nobody made the user
#
# Becomes a user who is not there.

USER vitals
WORKDIR /data
ENV HOST=0.0.0.0 PORT=8080 VITALS_SERVER_DATA=/data
VOLUME /data
ENTRYPOINT ["/usr/local/bin/vitals-server"]
