import { createTestDatabase } from "@parlour/testkit";
import { expect, it, onTestFinished } from "vitest";
import { startServer, type Server } from "../src/server.ts";
import { createSystemClock } from "../src/clock.ts";
import { parseConfig } from "../src/config/read-config.ts";
import { createLog } from "../src/log.ts";
import { createScratchFolder } from "./cli-fixture.ts";

const { createSubfolder } = createScratchFolder();

it("[CFG-017] [CORE-132] nodes that run together print the same set-up link; a node that starts alone prints a new one", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const running = new Set<Server>();
  const stopAll = async (): Promise<void> => {
    for (const server of running) await server.close();
    running.clear();
  };
  onTestFinished(stopAll);
  const start = async (): Promise<Server> => {
    const server = await startServer({
      databaseUrl: database.url,
      dataDir: createSubfolder(),
      config: parseConfig({ PORT: "0", PUBLIC_URL: "http://chat.example.test" }),
      secretKey: Buffer.alloc(32, 7),
      log: createLog({ level: "silent", format: "json" }),
      clock: createSystemClock(),
    });
    running.add(server);
    return server;
  };
  const [one, two] = [await start(), await start()];
  expect(one.setupLink).toMatch(/^http:\/\/chat\.example\.test\/setup#[\w-]{43}$/);
  expect(two.setupLink).toBe(one.setupLink);
  await stopAll();
  const later = await start();
  expect(later.setupLink).not.toBe(one.setupLink);
  const [, token] = later.setupLink?.split("#") ?? [];
  const response = await fetch(`http://127.0.0.1:${later.port}/api/v1/setup`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: "http://chat.example.test" },
    body: JSON.stringify({
      token,
      name: "Ann",
      email: "ann@example.test",
      password: "a long password 1",
      account: "Acme",
    }),
  });
  expect(response.status).toBe(201);
});
