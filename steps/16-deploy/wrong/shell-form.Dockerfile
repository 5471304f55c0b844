# replaces: deploy-runtime
# refused by: Step16DeployTests/signalReachesServer()
# says: shell form
#
# Writes the entry point as one would type it.

RUN useradd --system --create-home --home-dir /data --uid 10001 vitals
USER vitals
WORKDIR /data
ENV HOST=0.0.0.0 PORT=8080 VITALS_SERVER_DATA=/data
VOLUME /data
ENTRYPOINT /usr/local/bin/vitals-server
