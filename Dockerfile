# The REST service. It needs a database: compose.yaml brings one.
FROM python:3.12-slim AS build
WORKDIR /src
COPY pyproject.toml requirements.lock README.md LICENSE ./
COPY scripts/runtime_lock.py scripts/
COPY planner planner
COPY api api
COPY profiles profiles
COPY examples examples
RUN python -m venv /opt/planner \
    && python scripts/runtime_lock.py --extra api --extra documents >/tmp/runtime.lock \
    && /opt/planner/bin/pip install --no-cache-dir --require-hashes -r /tmp/runtime.lock \
    && /opt/planner/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.12-slim
# What the text of PDFs is drawn with.
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-liberation \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin planner
COPY --from=build /opt/planner /opt/planner
ENV PATH=/opt/planner/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    XDG_CACHE_HOME=/tmp \
    PLANNER_HOST=0.0.0.0 \
    PLANNER_PORT=8080 \
    PLANNER_AUTH=required
USER 10001
EXPOSE 8080
# Longer than a solve in flight may take after a signal.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8080/healthz', timeout=3)"]
CMD ["planner-api"]
