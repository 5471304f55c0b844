# changes: deploy-runtime
# refused by: Step16DeployTests/unprivileged()
# says: owns the container
#
# Makes the user, and never becomes it.

 RUN useradd --system --create-home --home-dir /data --uid 10001 vitals
-USER vitals
 WORKDIR /data
