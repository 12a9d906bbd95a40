# The kitchen as an image. See "Docker" in the README for the token and for names other than localhost.
FROM node:24-bookworm AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json bundle.ts ./
COPY src ./src
COPY scenarios ./scenarios
RUN npm run build && npm prune --omit=dev
# SQLite is compiled: its sources and objects are not needed any more.
RUN cd node_modules/better-sqlite3 && rm -rf deps src build/Release/obj* build/Release/*.a build/Release/.deps

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json LICENSE ./
RUN chmod +x dist/src/cli/main.js && ln -s /app/dist/src/cli/main.js /usr/local/bin/kitchen
RUN mkdir /data && chown node:node /data
ENV NODE_ENV=production KITCHEN_HOST=0.0.0.0 KITCHEN_DB=/data/kitchen.db
USER node
VOLUME /data
EXPOSE 4242
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.KITCHEN_PORT || 4242}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["kitchen"]
CMD ["serve"]
