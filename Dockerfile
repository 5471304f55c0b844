# An image with only the server: no device, no course, no compiler.
FROM swift:6.3-bookworm AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends libcurl4-openssl-dev libpq-dev libsqlite3-dev pkg-config \
        zlib1g-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY Package.swift ./
COPY Sources Sources
# SwiftPM needs the folders of all targets, even of those that it doesn't build.
COPY Tests Tests
# @from repository
COPY Examples Examples
# @end
# TLS: a container serves plain HTTP behind a proxy, or HTTPS with --tls-cert.
RUN swift build --configuration release --product vitals-server --static-swift-stdlib --traits TLS \
    && install -D "$(swift build --configuration release --show-bin-path)/vitals-server" /out/vitals-server

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates curl libcurl4 libpq5 libsqlite3-0 tzdata \
    && rm -rf /var/lib/apt/lists/*
# The app that a browser opens.
COPY web /usr/local/share/vitals/web
ENV VITALS_WEB=/usr/local/share/vitals/web
# @from repository
# What the server asks a language model, if it has a key for one.
COPY prompts /usr/local/share/vitals/prompts
# @end
# @write 16 deploy-copies
COPY --from=build /out/vitals-server /usr/local/bin/vitals-server
# vitals-server looks for the schema here, beside its own folder.
COPY db /usr/local/share/vitals/db
# @starter
#| LABEL todo.copies="beside the app above, copy the program and the schema, and nothing else"
# @end
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
    CMD curl --fail --silent --show-error "http://127.0.0.1:${PORT}/healthz" || exit 1
# @write 16 deploy-runtime
RUN useradd --system --create-home --home-dir /data --uid 10001 vitals
USER vitals
WORKDIR /data
# Without DATABASE_URL the records are in a SQLite file here; a named volume keeps them.
ENV HOST=0.0.0.0 PORT=8080 VITALS_SERVER_DATA=/data
VOLUME /data
# In exec form, so that SIGTERM reaches the server and not a shell.
ENTRYPOINT ["/usr/local/bin/vitals-server"]
# @starter
#| LABEL todo.runtime="run it as nobody special, reachable, on the port that it is told, and stopped by a signal"
# @end
