# changes: deploy-runtime
# refused by: Step16DeployTests/unprivileged()
# says: owns the container
#
# Creates the user, but never switches to it.

 RUN useradd --system --create-home --home-dir /data --uid 10001 vitals
-USER vitals
 WORKDIR /data
