import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { Refusal } from "../core/failure.ts";
import { documentFiles } from "./document-names.ts";
import { createDocumentRoutes } from "./document-routes.ts";

const servers = {
  publicUrl: "https://chat.example",
  webhookBaseUrl: "https://hooks.example/channel",
  botBaseUrl: "https://bots.example/bot",
};

test("[API-419] a document names the addresses of the installation as its servers", async () => {
  const folder = mkdtempSync(join(tmpdir(), "parlour documents "));
  const app = fastify();
  onTestFinished(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await app.register(createDocumentRoutes(folder, () => servers));
  const built = "http://localhost:3000";
  writeFileSync(
    join(folder, "openapi.json"),
    JSON.stringify([built, `${built}/channel`, `${built}/bot`, "localhost:3000"]),
  );
  const { body } = await app.inject("/api/v1/openapi.json");
  expect(JSON.parse(body)).toEqual([
    servers.publicUrl,
    servers.webhookBaseUrl,
    servers.botBaseUrl,
    "chat.example",
  ]);
});

test("[API-115] every published document is served without a key from the folder of the build, and a repeated request costs no bytes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "parlour documents "));
  const app = fastify();
  onTestFinished(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const failures: unknown[] = [];
  app.setErrorHandler((error, _request, reply) => {
    failures.push(error instanceof Refusal ? error.failure.failure : error);
    return reply.code(404).send();
  });
  await app.register(createDocumentRoutes(folder, () => servers));

  expect((await app.inject("/api/v1/openapi.json")).statusCode).toBe(404);
  expect(failures).toEqual(["not_found"]);

  for (const name of documentFiles) writeFileSync(join(folder, name), JSON.stringify({ name }));
  for (const name of documentFiles) {
    const response = await app.inject(`/api/v1/${name}`);
    expect(response.headers).toMatchObject({
      "content-type": name.endsWith(".yaml")
        ? "application/yaml"
        : "application/json; charset=utf-8",
      "cache-control": "no-cache",
    });
    expect(JSON.parse(response.body)).toEqual({ name });
    const repeated = await app.inject({
      url: `/api/v1/${name}`,
      headers: { "if-none-match": String(response.headers.etag) },
    });
    expect([repeated.statusCode, repeated.body]).toEqual([304, ""]);
  }
});
