import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestParlour, type TestParlour } from "@parlour/testkit";

let parlour: TestParlour;
beforeAll(async () => {
  parlour = await startTestParlour();
});
afterAll(() => parlour.close());

const patch = (body: object) => parlour.owner.call("PATCH", "model", body);

it("[MODEL-001] [MODEL-004] without a model its address and names are null, and a change of a group keeps the rest of it", async () => {
  expect((await parlour.owner.call("GET", "model")).body).toMatchObject({
    base_url: null,
    chat_model: null,
    embedding_model: null,
    timeout_s: 9,
    also_send: { notes: false, earlier_chats: false, files: false },
    prices: { currency: "EUR", sent: 0, received: 0, embedded: 0 },
  });
  await patch({ prices: { sent: 200 } });
  const changed = await patch({ prices: { received: 600 }, also_send: { files: true } });
  expect(changed.body).toMatchObject({
    also_send: { notes: false, earlier_chats: false, files: true },
    prices: { currency: "EUR", sent: 200, received: 600, embedded: 0 },
  });
});

it("[MODEL-002] an address in the own network needs the owner of the installation, and plain http too", async () => {
  await parlour.owner.call("PATCH", "instance", { egress_allow: [] });
  for (const base_url of ["http://10.0.4.20:11434/v1", "http://models.example/v1"]) {
    const refused = await patch({ base_url });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { error: { code: "private_address", field: "base_url" } },
    ]);
  }
  await parlour.owner.call("PATCH", "instance", { egress_allow: ["10.0.4.20:11434"] });
  expect((await patch({ base_url: "http://10.0.4.20:11434/v1" })).status).toBe(200);
});

it("[MODEL-003] a key is never returned, and a new address does not get it", async () => {
  const first = { base_url: "https://models.example/v1", api_key: "sk-0123456789" };
  const saved = await patch(first);
  expect(saved.body).toMatchObject({ has_api_key: true, api_key_hint: "6789" });
  expect(JSON.stringify(saved.body)).not.toContain("sk-0123");
  expect((await patch({ timeout_s: 5 })).body).toMatchObject({ has_api_key: true });
  expect((await patch({ base_url: "https://other.example/v1" })).body).toMatchObject({
    has_api_key: false,
    api_key_hint: null,
  });
});

it("[MODEL-011] a pattern that is none, or that could stop the server, is refused with its place", async () => {
  for (const pattern of ["(", "(?=7)", "(a)\\1"]) {
    const order = { name: "Order", pattern: "7\\d{3}" };
    const refused = await patch({ mask: { patterns: [order, { name: "Wrong", pattern }] } });
    expect([pattern, refused.status, refused.body]).toMatchObject([
      pattern,
      400,
      { error: { field: "mask.patterns.1" } },
    ]);
  }
});
