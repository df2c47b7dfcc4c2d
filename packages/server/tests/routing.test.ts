import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openRoutingBed, type RoutingBed } from "./routing-bed.ts";

/** Routing in a complete Parlour, with real presence and a manual clock. */
let parlour: TestParlour;
let bed: RoutingBed;
beforeAll(async () => {
  parlour = await startTestParlour();
});
afterAll(() => parlour.close());
beforeEach(async () => {
  bed = await openRoutingBed(parlour);
});
afterEach(() => bed.close());

describe("offers", () => {
  it("[CORE-033] [CORE-037] [API-021] a new chat is offered to who is online; why is kept with chat and line, as it was then", async () => {
    await bed.online(bed.ivan);
    const olga = await bed.online(bed.olga);
    const chat = await bed.say("c1");
    const assignment = {
      rules: ["all"],
      eligible: [bed.ivan.id, bed.olga.id],
      others: [{ operator_id: bed.ann.id, reasons: ["offline"] }],
    };
    expect(chat).toMatchObject({ state: "waiting", wait: { step: "offer", offered: [bed.ivan.id, bed.olga.id] }, assignment });
    expect(await bed.lines(chat.id)).toEqual([{ code: "offered", assignment }]);
    await olga.go();
    expect((await bed.read(chat.id)).assignment).toEqual(assignment);
    expect((await bed.ivan.call("POST", `chats/${chat.id}/accept`, {})).status).toBe(200);
    const taken = await bed.read(chat.id);
    expect(taken).toMatchObject({ assignee: { id: bed.ivan.id }, wait: null, assignment: { eligible: [bed.ivan.id] } });
    expect((await bed.lines(chat.id)).at(-1)).toMatchObject({ code: "accepted", assignment: taken.assignment });
  });
  it("[CORE-035] [CORE-010] nobody is there: the chat waits without a line, and who comes online is asked at once", async () => {
    const chat = await bed.say("c1");
    expect(await bed.codes(chat.id)).toEqual([]);
    expect(chat.assignment).toMatchObject({ eligible: [] });
    await bed.pass(10_000);
    await bed.online(bed.ivan);
    expect((await bed.read(chat.id)).wait).toMatchObject({ offered: [bed.ivan.id] });
    await bed.online(bed.olga);
    expect((await bed.read(chat.id)).wait).toMatchObject({ offered: [bed.ivan.id, bed.olga.id] });
    expect(await bed.codes(chat.id)).toEqual(["offered"]);
  });
  it("[CORE-033] round robin: many chats at once go round; who does not take his in 30 s loses the turn", async () => {
    await bed.settings({ mode: "round_robin" });
    for (const who of [bed.ann, bed.ivan, bed.olga]) await bed.online(who);
    await Promise.all(Array.from({ length: 9 }, (_, n) => bed.parlour.sendCustomerMessage(bed.channel, `c${n}`, "Hello")));
    await bed.parlour.settle();
    const chats = await Promise.all(Array.from({ length: 9 }, (_, n) => bed.parlour.findChat(`c${n}`)));
    const asked = chats.map((chat) => chat.wait?.offered ?? []);
    for (const who of [bed.ann, bed.ivan, bed.olga]) expect(asked.filter((ids) => ids[0] === who.id && ids.length === 1)).toHaveLength(3);
    const [first] = chats;
    await bed.pass(30_000);
    const passed = (await bed.read(first?.id ?? 0)).wait;
    expect(passed?.asked).toEqual(first?.wait?.offered);
    expect(passed?.offered).not.toEqual(first?.wait?.offered);
    expect(await bed.codes(first?.id ?? 0)).toEqual(["offered", "offer_passed"]);
  });
  it("[CORE-033] last operator first, if he is online", async () => {
    await bed.settings({ mode: "last_operator" });
    const olga = await bed.online(bed.olga);
    await bed.online(bed.ivan);
    const first = await bed.say("c1");
    await bed.olga.call("POST", `chats/${first.id}/accept`, {});
    await bed.olga.call("POST", `chats/${first.id}/close`, {});
    await bed.pass(1_000);
    const second = await bed.say("c1", "Me again");
    expect(second.wait?.offered).toEqual([bed.olga.id]);
    await bed.olga.call("POST", `chats/${second.id}/close`, {});
    await olga.go();
    await bed.pass(1_000);
    expect((await bed.say("c1", "And again")).wait?.offered).toEqual([bed.ivan.id]);
  });
  it("[CORE-033] [CORE-003] whoever is at his limit is asked when one of his chats ends", async () => {
    await bed.ann.call("PATCH", `operators/${bed.ivan.id}`, { chat_limit: 1 });
    await bed.online(bed.ivan);
    const first = await bed.say("c1");
    await bed.ivan.call("POST", `chats/${first.id}/accept`, {});
    const second = await bed.say("c2");
    expect(second.wait?.offered).toBeUndefined();
    expect(second.assignment?.others).toContainEqual({ operator_id: bed.ivan.id, reasons: ["at_limit"] });
    await bed.ivan.call("POST", `chats/${first.id}/close`, {});
    await bed.parlour.settle();
    expect((await bed.read(second.id)).wait?.offered).toEqual([bed.ivan.id]);
  });
  it("[CORE-033] [CORE-003] an offer to one alone stands its time, also when it takes his last place; what others ask of him meanwhile goes on", async () => {
    await bed.settings({ mode: "round_robin" });
    await bed.ann.call("PATCH", `operators/${bed.ivan.id}`, { chat_limit: 1 });
    await bed.online(bed.ivan);
    const chat = await bed.say("c1");
    expect(chat.wait?.offered).toEqual([bed.ivan.id]);
    // The chat is routed again when an operator comes online.
    await bed.online(bed.olga);
    expect((await bed.read(chat.id)).wait?.offered).toEqual([bed.ivan.id]);
    const other = await bed.say("c2");
    expect(other.wait?.offered).toEqual([bed.olga.id]);
    await bed.pass(30_000);
    expect((await bed.read(chat.id)).wait?.offered).toEqual([bed.olga.id]);
    // Ivan can get another offer, because the first one expired.
    expect((await bed.read(other.id)).wait?.offered).toEqual([bed.ivan.id]);
  });
  it("[CORE-033] who is chosen for the channel while a chat waits is asked", async () => {
    await bed.ann.call("PATCH", `channels/${bed.channel.id}`, { operators: [bed.ann.id] });
    await bed.online(bed.ivan);
    const chat = await bed.say("c1");
    expect(chat.wait?.offered).toBeUndefined();
    await bed.ann.call("PATCH", `channels/${bed.channel.id}`, { operators: [bed.ann.id, bed.ivan.id] });
    await expect.poll(async () => (await bed.parlour.settle(), (await bed.read(chat.id)).wait?.offered)).toEqual([bed.ivan.id]);
  });
});

describe("time", () => {
  it("[CORE-035] [CORE-042] the ladder goes on over a restart; reminders come until somebody takes the chat", async () => {
    await bed.settings({ remind_s: 600 });
    const chat = await bed.say("c1");
    await bed.pass(400_000, 100_000);
    await bed.parlour.restart();
    await bed.pass(210_000, 70_000);
    expect(await bed.codes(chat.id)).toEqual(["ladder_remind"]);
    await bed.online(bed.ivan);
    expect((await bed.read(chat.id)).wait).toMatchObject({ step: "channel", offered: [bed.ivan.id], reminded: 1 });
    await bed.ivan.call("POST", `chats/${chat.id}/messages`, { kind: "text", text: "Hi", client_id: "a" });
    await bed.pass(1_300_000, 100_000);
    expect(await bed.codes(chat.id)).toEqual(["ladder_remind", "offered", "accepted"]);
  });
  it("[CORE-031] an owner who is offline for the grace with a message unanswered loses the chat, told in a line", async () => {
    await bed.settings({ grace_s: 120 });
    const ivan = await bed.online(bed.ivan);
    const chat = await bed.say("c1");
    await bed.ivan.call("POST", `chats/${chat.id}/accept`, {});
    await bed.online(bed.olga);
    await ivan.go();
    await bed.pass(115_000);
    expect((await bed.read(chat.id)).state).toBe("open");
    await bed.pass(10_000);
    expect(await bed.read(chat.id)).toMatchObject({ state: "waiting", assignee: null, wait: { offered: [bed.olga.id] } });
    expect(await bed.codes(chat.id)).toEqual(["offered", "accepted", "owner_gone", "offered"]);
  });
  it("[CORE-003] [CORE-001] whose new role does not answer chats leaves those he has: to a colleague in them, else they wait again", async () => {
    const [alone, shared] = [await bed.say("c1"), await bed.say("c2")];
    for (const { id } of [alone, shared]) await bed.ivan.call("POST", `chats/${id}/accept`, {});
    await bed.olga.call("POST", `chats/${shared.id}/join`, {});
    expect((await bed.ann.call("PATCH", `operators/${bed.ivan.id}`, { role: "viewer" })).status).toBe(200);
    await bed.parlour.settle();
    expect(await bed.read(alone.id)).toMatchObject({ state: "waiting", assignee: null, participants: [] });
    expect(await bed.read(shared.id)).toMatchObject({ state: "open", assignee: { id: bed.olga.id }, participants: [{ id: bed.olga.id }] });
    expect((await bed.lines(alone.id)).at(-1)).toMatchObject({ code: "left", detail: "left" });
  });
  it("[CORE-031] also one who does not come back after a restart, and one who was gone before the visitor wrote", async () => {
    await bed.settings({ grace_s: 120 });
    const [ivan, olga] = [await bed.online(bed.ivan), await bed.online(bed.olga)];
    const [first, second] = [await bed.say("c1"), await bed.say("c2")];
    await bed.ivan.call("POST", `chats/${first.id}/accept`, {});
    await bed.olga.call("POST", `chats/${second.id}/messages`, { kind: "text", text: "Hi", client_id: "a" });
    await bed.parlour.settle();
    await Promise.all([ivan.go(), olga.go()]);
    await bed.parlour.restart();
    await bed.pass(115_000);
    expect((await bed.read(first.id)).state).toBe("open");
    await bed.pass(10_000);
    expect((await bed.read(first.id)).state).toBe("waiting");
    await bed.pass(60_000);
    expect((await bed.read(second.id)).state).toBe("open");
    expect((await bed.say("c2", "And?")).state).toBe("waiting");
  });
  it("[CORE-032] chats close after the time without messages; a change of the time counts at once for all of them", async () => {
    await bed.settings({ grace_s: 0 });
    const [open, waiting] = [await bed.say("c1"), await bed.say("c2")];
    await bed.ivan.call("POST", `chats/${open.id}/accept`, {});
    await bed.pass(7_200_000, 1_800_000);
    await bed.say("c2", "Still waiting");
    await bed.settings({ inactivity_s: 3600 });
    await expect.poll(async () => (await bed.parlour.settle(), (await bed.read(open.id)).close_reason)).toBe("inactivity");
    expect((await bed.read(waiting.id)).state).toBe("waiting");
    await bed.pass(3_600_000, 1_800_000);
    expect(await bed.read(waiting.id)).toMatchObject({ state: "closed", close_reason: "inactivity" });
  });
});

describe("queue", () => {
  // Waiting times are stored per account, so these tests use a new account.
  beforeEach(async () => {
    await bed.close();
    bed = await openRoutingBed();
  });
  it("[API-021] [CORE-035] place among those who wait for the same people, and the rest of the usual wait; only where the account shows it", async () => {
    for (let n = 0; n < 3; n += 1) {
      const chat = await bed.say(`old${n}`);
      await bed.pass(60_000, 20_000);
      await bed.ivan.call("POST", `chats/${chat.id}/accept`, {});
    }
    const first = await bed.say("c1");
    await bed.pass(10_000);
    const second = await bed.say("c2");
    await bed.pass(10_000);
    const last = await bed.say("c3");
    expect(last).not.toHaveProperty("queue");
    expect((await bed.settings({ queue: true })).body).toMatchObject({ queue: true });
    const places = await Promise.all([first, second, last].map(async (chat) => (await bed.read(chat.id)).queue));
    expect(places).toEqual([
      { place: 1, of: 3, expected_s: 40 },
      { place: 2, of: 3, expected_s: 50 },
      { place: 3, of: 3, expected_s: 60 },
    ]);
    // Chats of a department wait for other operators.
    await bed.parlour.sql(
      `update chat set body = replace(body, '"department":null', '"department":{"id":7,"name":"Sales"}') where id = $1`,
      [last.id],
    );
    expect([(await bed.read(last.id)).queue, (await bed.read(first.id)).queue]).toMatchObject([
      { place: 1, of: 1 },
      { place: 1, of: 2 },
    ]);
    await bed.ivan.call("POST", `chats/${last.id}/accept`, {});
    expect(await bed.read(last.id)).not.toHaveProperty("queue");
  });
});
