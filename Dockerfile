# companion as a container: small, not root, everything it keeps is in /data.
#
#   docker build -t median-companion .
#   docker run -p 8000:8000 -v companion:/data --init median-companion run --url http://192.168.178.20:8000
#
# .github/deploy/compose.yaml has several of it, on PostgreSQL and Redis.

ARG PYTHON=3.13
FROM docker.io/library/python:${PYTHON}-slim-bookworm AS build
WORKDIR /source
RUN ["python3", "-m", "venv", "--without-pip", "/opt/companion"]
COPY requirements.lock .github/deploy/requirements.servers.lock ./
RUN ["python3", "-m", "pip", "--python", "/opt/companion/bin/python", "install", "--no-cache-dir", "--require-hashes", "-r", "requirements.lock", "-r", "requirements.servers.lock"]
COPY pyproject.toml README.md LICENSE ./
COPY static static
COPY templates templates
COPY companion companion
RUN ["python3", "-m", "pip", "wheel", "--no-cache-dir", "--no-deps", "--wheel-dir", "/wheel", "."]
RUN python3 -m pip --python /opt/companion/bin/python install --no-cache-dir --no-index --no-deps /wheel/*.whl

FROM docker.io/library/python:${PYTHON}-slim-bookworm
LABEL org.opencontainers.image.title=companion org.opencontainers.image.licenses=MIT
ARG UID=10001
COPY --from=build /opt/companion /opt/companion
RUN install -d -o ${UID} -g ${UID} -m 700 /data
ENV PATH=/opt/companion/bin:$PATH \
    COMPANION_DATA=/data \
    COMPANION_MDNS=0 \
    COMPANION_PORT=8000
USER ${UID}:${UID}
WORKDIR /data
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s \
  CMD ["python", "-c", "import os, urllib.request as u; u.urlopen(f'http://127.0.0.1:{os.environ[\"COMPANION_PORT\"]}/healthz', timeout=4)"]
ENTRYPOINT ["companion"]
CMD ["run"]
