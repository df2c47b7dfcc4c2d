import { afterEach, beforeEach, expect, it } from "vitest";
import { openBed, type Bed, type Node } from "./delivery-bed.ts";
import { close, type Place } from "./journal-kit.ts";

let bed: Bed;
let node: Node;
let place: Place;
beforeEach(async () => {
  bed = await openBed();
  node = await bed.node();
  place = await bed.place();
});
afterEach(() => bed.close());

it("[CH-085] the line is the customer's, not the chat's: a new chat's message waits for the one of the chat before", async () => {
  const earlier = await bed.chat(node, place, "7");
  bed.integrator.respondWith({ body: '{"error":{}}' });
  const first = await bed.say(node, place, earlier, "one");
  await bed.until(async () => (await bed.delivery(first.delivery.id))["attempts"] === 1);
  await node.journal.write(close(place, earlier));
  const next = await bed.chat(node, place, "7");
  expect(next).not.toBe(earlier);
  const second = await bed.say(node, place, next, "two");
  await bed.pass(2_000);
  expect(await bed.delivery(second.delivery.id)).toMatchObject({ state: "pending", attempts: 0 });
  bed.integrator.respondWith("ok");
  await bed.pass(1_100);
  await bed.until(async () => (await bed.delivery(second.delivery.id))["state"] === "delivered");
  expect(bed.integrator.messages().map((one) => /"text":"(\w+)"/.exec(one.body)?.[1])).toEqual(["one", "one", "two"]);
});

it("[CH-077] [API-026] nobody is told that somebody types in a chat that is over", async () => {
  const over = await bed.chat(node, place, "7");
  await node.journal.write(close(place, over));
  const open = await bed.chat(node, place, "8");
  for (const chatId of [over, open])
    node.typing.signal({ account: place.account, chatId, operatorId: place.operators[0] ?? 0, typing: true });
  await bed.until(() => bed.integrator.received.length > 0);
  await bed.pass(5_000);
  await bed.until(() => bed.integrator.received.length > 1);
  expect(bed.integrator.received.map((one) => /"id":"?(\d)/.exec(one.body)?.[1])).toEqual(["8", "8"]);
});

it("[CH-077] a typing notice that is not answered ends after 3 s and is not repeated", async () => {
  const chat = await bed.chat(node, place, "7");
  const types = (): readonly string[] => bed.integrator.received.map((one) => /"type":"(\w+)"/.exec(one.body)?.[1] ?? "");
  const signal = (typing: boolean): void =>
    node.typing.signal({ account: place.account, chatId: chat, operatorId: place.operators[0] ?? 0, typing });
  bed.integrator.respondWith("hang");
  signal(true);
  await bed.until(() => types().length === 1);
  signal(false);
  await bed.pass(2_900);
  expect(types()).toEqual(["typein"]);
  // The stop follows the start, so it shows when the start was given up.
  await bed.pass(100);
  await bed.until(() => types().length === 2);
  await bed.pass(10_000);
  expect(types()).toEqual(["typein", "typeout"]);
});
