# replaces: deploy-runtime
# refused by: Step16DeployTests/signalReachesServer()
# says: in place of the server
#
# Uses the exec form to start a shell.

RUN useradd --system --create-home --home-dir /data --uid 10001 vitals
USER vitals
WORKDIR /data
ENV HOST=0.0.0.0 PORT=8080 VITALS_SERVER_DATA=/data
VOLUME /data
ENTRYPOINT ["/bin/sh", "-c", "/usr/local/bin/vitals-server; echo ended"]
