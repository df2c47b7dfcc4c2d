import Fastify from "fastify";
import { expect, test } from "vitest";
import { ManualClock } from "../../clock.ts";
import { botEdge, type BotAddress, type BotEdgeDeps } from "./index.ts";
import { mostUnderWay } from "./policy.ts";

test("[BOT-081] more requests at once than are taken are told 502; when those are over everybody is served again", async () => {
  let found = (_address: BotAddress | null): void => undefined;
  const lookup = new Promise<BotAddress | null>((resolve) => (found = resolve));
  const nothing = (): void => undefined;
  // No bot has this address, and requests do not get past the first lookup.
  const deps = {
    botBaseUrl: "https://parlour.example/bot",
    findBot: () => lookup,
    clock: new ManualClock(),
    limits: { take: () => ({ ok: true }) },
    log: { info: nothing, error: nothing },
    metrics: { counter: () => ({ add: nothing }) },
    supportContact: () => null,
  };
  const app = Fastify();
  await app.register(botEdge(deps as unknown as BotEdgeDeps).routes);
  // `inject` starts a request only when it is awaited.
  const ask = async () => await app.inject({ method: "POST", url: "/bot/webhooks/helper/a-token", payload: {} });
  const taken = Array.from({ length: mostUnderWay }, ask);
  const refused = await ask();
  expect([refused.statusCode, refused.json()]).toMatchObject([502, { error: { code: "server_overloaded" } }]);
  found(null);
  expect(new Set((await Promise.all(taken)).map((one) => one.statusCode))).toEqual(new Set([401]));
  expect((await ask()).statusCode).toBe(401);
  await app.close();
});
