# replaces: deploy-runtime
# refused by: Step16DeployTests/defaultPort()
# says: health check asks
#
# Leaves PORT to Cloud Run alone.

RUN useradd --system --create-home --home-dir /data --uid 10001 vitals
USER vitals
WORKDIR /data
ENV HOST=0.0.0.0 VITALS_SERVER_DATA=/data
VOLUME /data
ENTRYPOINT ["/usr/local/bin/vitals-server"]
