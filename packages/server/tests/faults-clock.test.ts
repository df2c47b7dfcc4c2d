import { startIntegrator, startTestParlour } from "@parlour/testkit";
import { expect, it } from "vitest";

it.each([
  ["back an hour", -3_600_000],
  ["ahead an hour", 3_600_000],
])("[F14] [CORE-130] %s between two starts: order by position, keys go on, each reply is sent once", async (_how, jumpMs) => {
  const parlour = await startTestParlour({ logLevel: "silent" });
  const integrator = await startIntegrator();
  const channel = await parlour.channel(integrator.url);
  await parlour.say(channel, "ann", "one");
  const { id } = await parlour.chatOf("ann");
  await parlour.owner.call("POST", `chats/${id}/accept`);
  const reply = (text: string) => parlour.owner.call("POST", `chats/${id}/messages`, { kind: "text", text, client_id: text });
  expect((await reply("two")).status).toBe(201);
  await parlour.settle();
  parlour.clock.set(parlour.clock.now() + jumpMs);
  await parlour.restart();
  expect((await parlour.say(channel, "ann", "three")).status).toBe(200);
  expect((await reply("four")).status).toBe(201);
  await parlour.settle();
  const order = ["one", "two", "three", "four"];
  expect((await parlour.messages(id)).map((one) => one.text).filter((text) => order.includes(text ?? ""))).toEqual(order);
  await parlour.clock.advance(10_000);
  await parlour.settle();
  const sent = integrator.messages().map((one) => (JSON.parse(one.body) as { message: { text: string } }).message.text);
  expect(sent).toEqual(["two", "four"]);
  await parlour.close();
  await integrator.close();
});
