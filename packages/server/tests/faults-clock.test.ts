import { isLongRun, startIntegrator, startTestParlour } from "@parlour/testkit";
import { expect, it } from "vitest";
import { openRoutingFixture } from "./routing-fixture.ts";

const jumps: readonly (readonly [string, number])[] = [
  ["back a day", -86_400_000],
  ["ahead a day", 86_400_001],
];
const smallJumps: typeof jumps = [
  ["back an hour", -3_600_000],
  ["ahead an hour", 3_600_000],
];
it.each(isLongRun ? [...jumps, ...smallJumps] : jumps)(
  "[F14] [CORE-130] [CH-057] %s between two starts: order by position, keys go on, each reply is sent once",
  async (_how, jumpMs) => {
    const parlour = await startTestParlour({ logLevel: "silent" });
    const integrator = await startIntegrator();
    const channel = await parlour.channel(integrator.url);
    const keyed = () =>
      parlour.sendCustomerMessage(channel, "ann", "one", { headers: { "idempotency-key": "k1" } });
    expect((await keyed()).status).toBe(200);
    const first = (await parlour.findChat("ann")).id;
    await parlour.owner.call("POST", `chats/${first}/accept`);
    const reply = async (text: string) =>
      parlour.owner.call("POST", `chats/${(await parlour.findChat("ann")).id}/messages`, {
        kind: "text",
        text,
        client_id: text,
      });
    expect((await reply("two")).status).toBe(201);
    await parlour.settle();
    parlour.clock.set(parlour.clock.now() + jumpMs);
    await parlour.restart();
    // An idempotency key is valid for 24 h. A chat without messages is closed earlier (CORE-031),
    // so the next message begins another chat.
    const isOver = jumpMs > 86_400_000;
    await parlour.settle();
    if (!isOver) expect((await keyed()).status).toBe(200);
    expect((await parlour.sendCustomerMessage(channel, "ann", "three")).status).toBe(200);
    expect((await reply("four")).status).toBe(201);
    await parlour.settle();
    const order = ["one", "two", "three", "four"];
    const last = (await parlour.findChat("ann")).id;
    expect(last !== first).toBe(isOver);
    const messages = [
      ...(await parlour.messages(first)),
      ...(isOver ? await parlour.messages(last) : []),
    ];
    expect(messages.map((one) => one.text).filter((text) => order.includes(text ?? ""))).toEqual(
      order,
    );
    expect(messages.filter(({ line }) => line?.code === "closed")).toHaveLength(isOver ? 1 : 0);
    await parlour.clock.advance(10_000);
    await parlour.settle();
    const sent = integrator
      .messages()
      .map((one) => (JSON.parse(one.body) as { message: { text: string } }).message.text);
    expect(sent).toEqual(["two", "four"]);
    await parlour.close();
    await integrator.close();
  },
);

it("[F14] [CORE-033] [CORE-035] [CORE-321] an offer stands 30 s, whatever the clock did between two starts: then others are asked, once", async () => {
  const fixture = await openRoutingFixture();
  await fixture.updateRouting({ mode: "round_robin" });
  const [hour, day] = [3_600_000, 86_400_000];
  const stateByJump: Record<string, unknown> = {};
  for (const jumpMs of [-hour, hour, -day, day]) {
    const connections = [
      await fixture.connectOperator(fixture.ivan),
      await fixture.connectOperator(fixture.olga),
    ];
    const { id, wait } = await fixture.sendMessage(`c${jumpMs}`);
    expect(wait?.offered).toHaveLength(1);
    fixture.parlour.clock.set(fixture.parlour.clock.now() + jumpMs);
    await fixture.parlour.restart();
    connections.push(
      await fixture.connectOperator(fixture.ivan),
      await fixture.connectOperator(fixture.olga),
    );
    await fixture.advanceClock(30_000);
    const { state, wait: later } = await fixture.readChat(id);
    stateByJump[jumpMs] = {
      state,
      asked: later?.asked?.length ?? 0,
      offered: later?.offered?.length ?? 0,
      // Steps that are due together can be written in any order.
      lines: (await fixture.readSystemMessageCodes(id)).toSorted(),
    };
    await fixture.ivan.call("POST", `chats/${id}/accept`);
    await fixture.ivan.call("POST", `chats/${id}/close`);
    for (const one of connections) await one.goOffline();
  }
  const passedOn = { state: "waiting", asked: 1, offered: 1, lines: ["offer_passed", "offered"] };
  const escalated = {
    state: "waiting",
    asked: 0,
    offered: 2,
    lines: ["ladder_channel", "ladder_remind", "offered"],
  };
  expect(stateByJump).toEqual({
    [-hour]: passedOn,
    [-day]: passedOn,
    // The same happens after an outage of that duration. All escalation steps run together.
    [hour]: escalated,
    [day]: escalated,
  });
  await fixture.close();
});
