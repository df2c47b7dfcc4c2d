import { request } from "node:http";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterEach, expect, test } from "vitest";

/** Tests providers' URLs with a separate base URL (CFG-012). */
let parlour: TestParlour | null = null;
afterEach(async () => {
  await parlour?.close();
  parlour = null;
});
const startParlour = async (base: string): Promise<TestParlour> =>
  (parlour = await startTestParlour({ env: { BOT_BASE_URL: base } }));
const postTo = (
  port: number,
  path: string,
  host: string,
): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        host: "127.0.0.1",
        path,
        method: "POST",
        headers: { host, "content-type": "application/json" },
      },
      (response) => {
        let body = "";
        response
          .on("data", (data) => (body += String(data)))
          .on("end", () => resolve({ status: response.statusCode ?? 0, body }));
      },
    );
    sent.on("error", reject).end("{}");
  });

test("[CFG-012] [BOT-010] a base with a path: answered there, on every host, and nowhere else", async () => {
  const { port } = await startParlour("https://bots.example.test/robots/v1");
  expect((await postTo(port, "/robots/v1/webhooks/someone/token", "x.test")).status).toBe(401);
  expect((await postTo(port, "/robots/v1/webhooks/someone", "x.test")).body).toContain(
    '"code":"not_found"',
  );
  expect((await postTo(port, "/bot/webhooks/someone/token", "x.test")).status).toBe(404);
});

test("[CFG-012] [BOT-010] a base without path answers on its own host", async () => {
  const { port } = await startParlour("https://bots.example.test");
  expect((await postTo(port, "/webhooks/someone/token", "bots.example.test")).status).toBe(401);
  expect((await postTo(port, "/webhooks/someone/token", "other.example.test")).status).toBe(404);
});
