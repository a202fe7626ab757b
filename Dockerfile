# Two images: `relay` (the public server with the browser code) and `store` (with the embedded engine, which
# needs glibc, so Debian). The collector is the official image with our configuration. The servers have no
# build: Node runs TypeScript.
FROM node:24-bookworm-slim AS browser-code
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY otlp/package.json otlp/
COPY settings/package.json settings/
COPY web/package.json web/
COPY web/monitoring/package.json web/monitoring/
COPY relay/package.json relay/
COPY store/package.json store/
COPY e2e/package.json e2e/
# No package needs its install script. `--workspace` installs the dependencies of these workspaces only, so
# the engine is in the image of the store alone.
RUN npm ci --ignore-scripts --workspace @errata/web --workspace @errata/monitoring && npm cache clean --force
COPY tsconfig.json ./
COPY web web
COPY store/digest.ts store/
COPY store/api/contract.ts store/api/
RUN npm run build --workspace @errata/web

FROM node:24-bookworm-slim AS server
WORKDIR /app
ENV NODE_ENV=production NODE_COMPILE_CACHE=/tmp/compiled DATA_DIR=/data
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY otlp/package.json otlp/
COPY settings/package.json settings/
COPY web/package.json web/
COPY web/monitoring/package.json web/monitoring/
COPY relay/package.json relay/
COPY store/package.json store/
COPY e2e/package.json e2e/
# A new named volume gets the owner of the folder where it is mounted.
RUN mkdir /data && chown node:node /data
VOLUME /data

FROM server AS relay
RUN npm ci --ignore-scripts --omit=dev --workspace @errata/relay && npm cache clean --force
COPY otlp otlp
COPY settings settings
COPY relay relay
COPY --from=browser-code /app/web/dist web/dist
USER node
ENV HOST=0.0.0.0 PORT=8080
EXPOSE 8080
CMD ["node", "--max-semi-space-size=8", "relay/index.ts"]

FROM server AS store
RUN npm ci --ignore-scripts --omit=dev --workspace @errata/store && npm cache clean --force
COPY otlp otlp
COPY settings settings
COPY store store
USER node
ENV STORE_HOST=0.0.0.0 STORE_PORT=4319 STORE_ALLOWED_HOSTS=store
EXPOSE 4319
CMD ["node", "store/index.ts"]
