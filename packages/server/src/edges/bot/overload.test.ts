import Fastify from "fastify";
import { expect, test } from "vitest";
import { ManualClock } from "../../clock.ts";
import { addClientAddress, createAddressReader } from "../../http/client-address.ts";
import { createBotEdge, type BotAddress, type BotEdgeDeps } from "./index.ts";
import { maxConcurrentRequests } from "./retry-policy.ts";

test("[BOT-081] more requests at once than are taken are told 502; when those are over everybody is served again", async () => {
  let resolveLookup = (_address: BotAddress | null): void => undefined;
  const lookup = new Promise<BotAddress | null>((resolve) => (resolveLookup = resolve));
  const noop = (): void => undefined;
  // No bot has this address, and requests wait in the first lookup.
  const deps = {
    botBaseUrl: "https://parlour.example/bot",
    store: { findBot: () => lookup },
    clock: new ManualClock(),
    cluster: { publish: noop, subscribe: () => noop },
    limits: { take: () => ({ ok: true }) },
    log: { info: noop, error: noop },
    metrics: { counter: () => ({ add: noop }) },
    supportContact: () => null,
  };
  const app = Fastify();
  addClientAddress(app, createAddressReader([]));
  await app.register(createBotEdge(deps as unknown as BotEdgeDeps).routes);
  // `inject` starts a request only when it is awaited.
  const send = async () =>
    await app.inject({ method: "POST", url: "/bot/webhooks/helper/a-token", payload: {} });
  const accepted = Array.from({ length: maxConcurrentRequests }, send);
  const refused = await send();
  expect([refused.statusCode, refused.json()]).toMatchObject([
    502,
    { error: { code: "server_overloaded" } },
  ]);
  resolveLookup(null);
  expect(new Set((await Promise.all(accepted)).map((response) => response.statusCode))).toEqual(
    new Set([401]),
  );
  expect((await send()).statusCode).toBe(401);
  await app.close();
});
