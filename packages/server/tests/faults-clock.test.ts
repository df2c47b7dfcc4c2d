import { startIntegrator, startTestParlour } from "@parlour/testkit";
import { expect, it } from "vitest";

it.each([
  ["back an hour", -3_600_000],
  ["ahead an hour", 3_600_000],
  ["back a day", -86_400_000],
  ["ahead a day", 86_400_001],
])("[F14] [CORE-130] [CH-057] %s between two starts: order by position, keys go on, each reply is sent once", async (_how, jumpMs) => {
  const parlour = await startTestParlour({ logLevel: "silent" });
  const integrator = await startIntegrator();
  const channel = await parlour.channel(integrator.url);
  const keyed = () => parlour.say(channel, "ann", "one", { headers: { "idempotency-key": "k1" } });
  expect((await keyed()).status).toBe(200);
  const first = (await parlour.chatOf("ann")).id;
  await parlour.owner.call("POST", `chats/${first}/accept`);
  const reply = async (text: string) =>
    parlour.owner.call("POST", `chats/${(await parlour.chatOf("ann")).id}/messages`, { kind: "text", text, client_id: text });
  expect((await reply("two")).status).toBe(201);
  await parlour.settle();
  parlour.clock.set(parlour.clock.now() + jumpMs);
  await parlour.restart();
  // A key holds for 24 h, and a chat in which nobody writes is closed before that (CORE-031): once, and the next message begins another.
  const isOver = jumpMs > 86_400_000;
  await parlour.settle();
  if (!isOver) expect((await keyed()).status).toBe(200);
  expect((await parlour.say(channel, "ann", "three")).status).toBe(200);
  expect((await reply("four")).status).toBe(201);
  await parlour.settle();
  const order = ["one", "two", "three", "four"];
  const last = (await parlour.chatOf("ann")).id;
  expect(last !== first).toBe(isOver);
  const said = [...(await parlour.messages(first)), ...(isOver ? await parlour.messages(last) : [])];
  expect(said.map((one) => one.text).filter((text) => order.includes(text ?? ""))).toEqual(order);
  expect(said.filter(({ line }) => line?.code === "closed")).toHaveLength(isOver ? 1 : 0);
  await parlour.clock.advance(10_000);
  await parlour.settle();
  const sent = integrator.messages().map((one) => (JSON.parse(one.body) as { message: { text: string } }).message.text);
  expect(sent).toEqual(["two", "four"]);
  await parlour.close();
  await integrator.close();
});
