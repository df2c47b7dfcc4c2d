import { afterEach, beforeEach, expect, it } from "vitest";
import {
  openDeliveryFixture,
  type DeliveryFixture,
  type DeliveryNode,
} from "./delivery-fixture.ts";
import { buildClose, type TestAccount } from "./journal-fixture.ts";

let fixture: DeliveryFixture;
let node: DeliveryNode;
let testAccount: TestAccount;
beforeEach(async () => {
  fixture = await openDeliveryFixture();
  node = await fixture.openNode();
  testAccount = await fixture.createAccount();
});
afterEach(() => fixture.close());

it("[CH-085] the line is the customer's, not the chat's: a new chat's message waits for the one of the chat before", async () => {
  const earlier = await fixture.startChat(node, testAccount, "7");
  fixture.integrator.respondWith({ body: '{"error":{}}' });
  const first = await fixture.sendOperatorMessage(node, testAccount, earlier, "one");
  await fixture.waitUntil(
    async () => (await fixture.readDelivery(first.delivery.id))["attempts"] === 1,
  );
  await node.journal.write(buildClose(testAccount, earlier));
  const next = await fixture.startChat(node, testAccount, "7");
  expect(next).not.toBe(earlier);
  const second = await fixture.sendOperatorMessage(node, testAccount, next, "two");
  await fixture.advanceClock(2_000);
  expect(await fixture.readDelivery(second.delivery.id)).toMatchObject({
    state: "pending",
    attempts: 0,
  });
  fixture.integrator.respondWith("ok");
  await fixture.advanceClock(1_100);
  await fixture.waitUntil(
    async () => (await fixture.readDelivery(second.delivery.id))["state"] === "delivered",
  );
  expect(fixture.integrator.messages().map((one) => /"text":"(\w+)"/.exec(one.body)?.[1])).toEqual([
    "one",
    "one",
    "two",
  ]);
});

it("[CH-077] [API-026] nobody is told that somebody types in a chat that is over", async () => {
  const closedChat = await fixture.startChat(node, testAccount, "7");
  await node.journal.write(buildClose(testAccount, closedChat));
  const open = await fixture.startChat(node, testAccount, "8");
  for (const chatId of [closedChat, open])
    node.typing.signal({
      isRemote: false,
      account: testAccount.id,
      chatId,
      operatorId: testAccount.operatorIds[0] ?? 0,
      typing: true,
    });
  await fixture.waitUntil(() => fixture.integrator.received.length > 0);
  await fixture.advanceClock(5_000);
  await fixture.waitUntil(() => fixture.integrator.received.length > 1);
  expect(fixture.integrator.received.map((one) => /"id":"?(\d)/.exec(one.body)?.[1])).toEqual([
    "8",
    "8",
  ]);
});

it("[CH-077] a typing notice that is not answered ends after 3 s and is not repeated", async () => {
  const chat = await fixture.startChat(node, testAccount, "7");
  const types = (): readonly string[] =>
    fixture.integrator.received.map((one) => /"type":"(\w+)"/.exec(one.body)?.[1] ?? "");
  const signal = (typing: boolean): void =>
    node.typing.signal({
      isRemote: false,
      account: testAccount.id,
      chatId: chat,
      operatorId: testAccount.operatorIds[0] ?? 0,
      typing,
    });
  fixture.integrator.respondWith("hang");
  signal(true);
  await fixture.waitUntil(() => types().length === 1);
  signal(false);
  await fixture.advanceClock(2_900);
  expect(types()).toEqual(["typein"]);
  // The stop follows the start, so the result shows when the start was given up.
  await fixture.advanceClock(100);
  await fixture.waitUntil(() => types().length === 2);
  await fixture.advanceClock(10_000);
  expect(types()).toEqual(["typein", "typeout"]);
});
