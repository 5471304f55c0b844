# replaces: deploy-runtime
# refused by: Step16DeployTests/listens()
# says: only the container itself
#
# Leaves HOST out.

RUN useradd --system --create-home --home-dir /data --uid 10001 vitals
USER vitals
WORKDIR /data
ENV PORT=8080 VITALS_SERVER_DATA=/data
VOLUME /data
ENTRYPOINT ["/usr/local/bin/vitals-server"]
