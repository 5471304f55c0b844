# changes: deploy-runtime
# refused by: Step16DeployTests/unprivileged()
# says: isn't created before line
#
# Switches to a user who doesn't exist.

-RUN useradd --system --create-home --home-dir /data --uid 10001 vitals
 USER vitals
