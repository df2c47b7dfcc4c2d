import type { Channel } from "@parlour/protocol";
import type { OperatorEntry } from "@parlour/protocol/api";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";

/** Channels that operators answer, in a whole Parlour. */
let parlour: TestParlour;
let n = 0;
beforeAll(async () => {
  parlour = await startTestParlour();
});
afterAll(() => parlour.close());

const invite = async (fields: object): Promise<OperatorEntry> => {
  const body = { name: "Sonja", email: `sonja${(n += 1)}@example.test`, role: "operator" };
  const created = await parlour.owner.call("POST", "operators", { ...body, ...fields });
  expect(created.status, created.text).toBe(201);
  return created.body as OperatorEntry;
};
const readChannels = async ({ id }: { id: number }) =>
  ((await parlour.owner.call("GET", `operators/${id}`)).body as OperatorEntry).channels;
const addWidget = async (): Promise<Channel> => {
  const body = { kind: "widget", name: `Shop ${(n += 1)}`, operators: [parlour.owner.id] };
  const created = await parlour.owner.call("POST", "channels", body);
  expect(created.status, created.text).toBe(201);
  return created.body as Channel;
};
const change = (operator: { id: number }, body: object) =>
  parlour.owner.call("PATCH", `operators/${operator.id}`, body);

it("[CORE-322] [API-440] who answers all channels is on each one, also on one that is added later by others", async () => {
  const before = await addWidget();
  const everywhere = await invite({ channels: "all" });
  const chosen = await invite({ channels: [before.id] });
  const nowhere = await invite({});
  const after = await addWidget();
  expect(after.operators).toEqual([parlour.owner.id, everywhere.id]);
  expect(await readChannels(everywhere)).toBe("all");
  expect(await readChannels(chosen)).toEqual([before.id]);
  expect(await readChannels(nowhere)).toEqual([]);
  const { body } = await parlour.owner.call("GET", `channels/${before.id}`);
  expect(body.operators).toEqual([parlour.owner.id, everywhere.id, chosen.id]);
  await change(nowhere, { channels: "all" });
  await change(everywhere, { channels: [after.id] });
  const later = await addWidget();
  expect(later.operators).toEqual([parlour.owner.id, nowhere.id]);
  expect(await readChannels(everywhere)).toEqual([after.id]);
});

it("[CORE-322] [API-441] who answers all channels and is removed from one keeps the others, and gets no later one", async () => {
  const [first, second] = [await addWidget(), await addWidget()];
  const everywhere = await invite({ channels: "all" });
  const { owner } = parlour;
  await owner.call("PATCH", `channels/${first.id}`, { operators: [owner.id] });
  const channels = await readChannels(everywhere);
  expect(channels).toContain(second.id);
  expect(channels).not.toContain(first.id);
  expect((await addWidget()).operators).not.toContain(everywhere.id);
});

it("[API-440] a role that answers no chats and channels of nobody are refused, and nothing is changed", async () => {
  const operator = await invite({});
  for (const channels of [[999_999], "some", [1, 1]])
    expect(await change(operator, { channels })).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_request" } },
    });
  const body = { name: "Dana", role: "developer", channels: "all" };
  const refused = await parlour.owner.call("POST", "operators", {
    ...body,
    email: "dana@example.test",
  });
  expect(refused).toMatchObject({ status: 400, body: { error: { field: "channels" } } });
  expect(await readChannels(operator)).toEqual([]);
});
