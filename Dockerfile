# Two images: `relay` (the public server with the browser code) and `store` (with the embedded engine, which
# needs glibc, so Debian). The collector is the official image with our configuration. The servers have no
# build: Node runs TypeScript.
FROM node:24-bookworm-slim AS browser-code
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY otlp/package.json otlp/
COPY server/package.json server/
COPY web/package.json web/
COPY web/monitoring/package.json web/monitoring/
COPY relay/package.json relay/
COPY store/package.json store/
COPY e2e/package.json e2e/
# No package needs its install script. `--workspace` installs the dependencies of these workspaces only, so
# the engine is in the image of the store alone. The root has the compiler, which the SDK's package needs.
RUN npm ci --ignore-scripts --include-workspace-root --workspace @errata/web --workspace @errata/monitoring \
  && npm cache clean --force
COPY tsconfig.json ./
COPY web web
COPY contract contract
RUN npm run build --workspace @errata/web

FROM node:24-bookworm-slim AS server
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY contract/package.json contract/
COPY otlp/package.json otlp/
COPY server/package.json server/
COPY web/package.json web/
COPY web/monitoring/package.json web/monitoring/
COPY relay/package.json relay/
COPY store/package.json store/
COPY e2e/package.json e2e/
COPY contract contract
COPY otlp otlp
COPY server server
# The instructions of /connect, which assistants read, too.
COPY web/setup web/setup

FROM server AS relay-files
RUN npm ci --ignore-scripts --omit=dev --workspace @errata/relay && npm cache clean --force
COPY relay relay
COPY --from=browser-code /app/web/dist web/dist

FROM server AS store-files
RUN npm ci --ignore-scripts --omit=dev --workspace @errata/store && npm cache clean --force
COPY store store

# Node without npm, its headers and documentation: smaller, and with less to attack.
FROM node:24-bookworm-slim AS node-only
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /usr/local/share /usr/local/bin/np[mx] \
  /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn* /usr/share/doc /usr/share/man /usr/share/locale \
  /usr/share/info /var/cache /var/lib/apt /root/.npm \
  # A new named volume gets the owner of the folder where it is mounted.
  && mkdir -p /data /var/cache && chown node:node /data

FROM scratch AS runtime
COPY --from=node-only / /
WORKDIR /app
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  NODE_ENV=production NODE_COMPILE_CACHE=/tmp/compiled DATA_DIR=/data \
  # scripts/stack.ts describes them.
  MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
USER node
VOLUME /data

FROM runtime AS relay
COPY --from=relay-files /app ./
ENV HOST=0.0.0.0 PORT=8080 MALLOC_MMAP_THRESHOLD_=73728
EXPOSE 8080
CMD ["node", "--max-semi-space-size=8", "relay/index.ts"]

FROM runtime AS store
COPY --from=store-files /app ./
ENV STORE_HOST=0.0.0.0 STORE_PORT=4319 STORE_ALLOWED_HOSTS=store MALLOC_MMAP_THRESHOLD_=32768
EXPOSE 4319
CMD ["node", "store/index.ts"]
