# changes: deploy-runtime
# refused by: Step16DeployTests/unprivileged()
# says: Nobody made the user
#
# Becomes a user who is not there.

-RUN useradd --system --create-home --home-dir /data --uid 10001 vitals
 USER vitals
