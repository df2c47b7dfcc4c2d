import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openRoutingFixture, type RoutingFixture } from "./routing-fixture.ts";

/** Routing in a complete Parlour, with real presence and a manual clock. */
let parlour: TestParlour;
let fixture: RoutingFixture;
beforeAll(async () => {
  parlour = await startTestParlour();
});
afterAll(() => parlour.close());
beforeEach(async () => {
  fixture = await openRoutingFixture(parlour);
});
afterEach(() => fixture.close());

describe("offers", () => {
  it("[CORE-033] [CORE-037] [API-021] [API-229] a new chat is offered to who is online; why is kept with chat and line, as it was then", async () => {
    await fixture.connectOperator(fixture.ivan);
    const olga = await fixture.connectOperator(fixture.olga);
    const chat = await fixture.sendMessage("c1");
    const assignment = {
      rules: ["all"],
      eligible: [fixture.ivan.id, fixture.olga.id],
      others: [{ operator_id: fixture.ann.id, reasons: ["offline"] }],
    };
    expect(chat).toMatchObject({
      state: "waiting",
      wait: { step: "offer", offered: [fixture.ivan.id, fixture.olga.id] },
      assignment,
    });
    expect(await fixture.readSystemMessages(chat.id)).toEqual([{ code: "offered", assignment }]);
    await olga.goOffline();
    expect((await fixture.readChat(chat.id)).assignment).toEqual(assignment);
    expect((await fixture.ivan.call("POST", `chats/${chat.id}/accept`, {})).status).toBe(200);
    const acceptedChat = await fixture.readChat(chat.id);
    expect(acceptedChat).toMatchObject({
      assignee: { id: fixture.ivan.id },
      wait: null,
      assignment: { eligible: [fixture.ivan.id] },
    });
    expect((await fixture.readSystemMessages(chat.id)).at(-1)).toMatchObject({
      code: "accepted",
      assignment: acceptedChat.assignment,
    });
  });
  it("[CORE-035] [CORE-010] nobody is there: the chat waits without a line, and who comes online is asked at once", async () => {
    const chat = await fixture.sendMessage("c1");
    expect(await fixture.readSystemMessageCodes(chat.id)).toEqual([]);
    expect(chat.assignment).toMatchObject({ eligible: [] });
    await fixture.advanceClock(10_000);
    await fixture.connectOperator(fixture.ivan);
    expect((await fixture.readChat(chat.id)).wait).toMatchObject({ offered: [fixture.ivan.id] });
    await fixture.connectOperator(fixture.olga);
    expect((await fixture.readChat(chat.id)).wait).toMatchObject({
      offered: [fixture.ivan.id, fixture.olga.id],
    });
    expect(await fixture.readSystemMessageCodes(chat.id)).toEqual(["offered"]);
  });
  it("[CORE-033] [CORE-207] round robin: many chats at once go round; who does not take his in 30 s loses the turn", async () => {
    await fixture.updateRouting({ mode: "round_robin" });
    for (const operator of [fixture.ann, fixture.ivan, fixture.olga])
      await fixture.connectOperator(operator);
    await Promise.all(
      Array.from({ length: 9 }, (_, n) =>
        fixture.parlour.sendCustomerMessage(fixture.channel, `c${n}`, "Hello"),
      ),
    );
    await fixture.parlour.settle();
    const chats = await Promise.all(
      Array.from({ length: 9 }, (_, n) => fixture.parlour.findChat(`c${n}`)),
    );
    const offers = chats.map((chat) => chat.wait?.offered ?? []);
    for (const operator of [fixture.ann, fixture.ivan, fixture.olga])
      expect(offers.filter((ids) => ids[0] === operator.id && ids.length === 1)).toHaveLength(3);
    const [first] = chats;
    await fixture.advanceClock(30_000);
    const passed = (await fixture.readChat(first?.id ?? 0)).wait;
    expect(passed?.asked).toEqual(first?.wait?.offered);
    expect(passed?.offered).not.toEqual(first?.wait?.offered);
    expect(await fixture.readSystemMessageCodes(first?.id ?? 0)).toEqual([
      "offered",
      "offer_passed",
    ]);
  });
  it("[CORE-033] [CORE-207] last operator first, if he is online", async () => {
    await fixture.updateRouting({ mode: "last_operator" });
    const olga = await fixture.connectOperator(fixture.olga);
    await fixture.connectOperator(fixture.ivan);
    const first = await fixture.sendMessage("c1");
    await fixture.olga.call("POST", `chats/${first.id}/accept`, {});
    await fixture.olga.call("POST", `chats/${first.id}/close`, {});
    await fixture.advanceClock(1_000);
    const second = await fixture.sendMessage("c1", "Me again");
    expect(second.wait?.offered).toEqual([fixture.olga.id]);
    await fixture.olga.call("POST", `chats/${second.id}/close`, {});
    await olga.goOffline();
    await fixture.advanceClock(1_000);
    expect((await fixture.sendMessage("c1", "And again")).wait?.offered).toEqual([fixture.ivan.id]);
  });
  it("[CORE-033] [CORE-003] whoever is at his limit is asked when one of his chats ends", async () => {
    await fixture.ann.call("PATCH", `operators/${fixture.ivan.id}`, { chat_limit: 1 });
    await fixture.connectOperator(fixture.ivan);
    const first = await fixture.sendMessage("c1");
    await fixture.ivan.call("POST", `chats/${first.id}/accept`, {});
    const second = await fixture.sendMessage("c2");
    expect(second.wait?.offered).toBeUndefined();
    expect(second.assignment?.others).toContainEqual({
      operator_id: fixture.ivan.id,
      reasons: ["at_limit"],
    });
    await fixture.ivan.call("POST", `chats/${first.id}/close`, {});
    await fixture.parlour.settle();
    expect((await fixture.readChat(second.id)).wait?.offered).toEqual([fixture.ivan.id]);
  });
  it("[CORE-396] outside their hours an operator is offered nothing and can take chats; the beginning brings the offers", async () => {
    const { ann, ivan, channel } = fixture;
    // No step of the escalation is due then.
    const minute = Math.floor(fixture.parlour.clock.now() / 60_000) + 11;
    const [start, end] = [minute, minute + 60].map((time) =>
      new Date(time * 60_000).toISOString().slice(11, 16),
    );
    const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    const week = Object.fromEntries(days.map((day) => [day, [`${start}-${end}`]]));
    const hours = { timezone: "UTC", week };
    expect((await ann.call("PATCH", `operators/${ivan.id}`, { hours })).status).toBe(200);
    await fixture.connectOperator(ivan);
    const first = await fixture.sendMessage("c1");
    expect(first.wait?.offered).toBeUndefined();
    expect(first.assignment?.others).toContainEqual({
      operator_id: ivan.id,
      reasons: ["outside_hours"],
    });
    expect((await ann.call("GET", `channels/${channel.id}`)).body).toMatchObject({ status: 0 });
    expect((await ivan.call("POST", `chats/${first.id}/accept`, {})).status).toBe(200);
    const second = await fixture.sendMessage("c2");
    await fixture.advanceClock(600_000, 60_000);
    expect((await fixture.readChat(second.id)).wait?.offered).toBeUndefined();
    await fixture.advanceClock(60_000);
    expect((await fixture.readChat(second.id)).wait?.offered).toEqual([ivan.id]);
  });
  it("[CORE-397] [CORE-398] [CORE-399] a department's chat goes to those with its skills, and without them to the others", async () => {
    const { ann, ivan, olga } = fixture;
    await ann.call("PATCH", `operators/${ivan.id}`, { skills: ["Returns"], languages: ["en"] });
    const { id: department } = (
      await ann.call("POST", "departments", {
        name: "Goods",
        operators: [ivan.id, olga.id],
        skills: ["returns"],
        match_language: true,
      })
    ).body as { id: number };
    const ivansSocket = await fixture.connectOperator(ivan);
    await fixture.connectOperator(olga);
    const chat = await fixture.sendMessage("c1");
    await ann.call("POST", `chats/${chat.id}/accept`, {});
    await ann.call("POST", `chats/${chat.id}/transfer`, { department_id: department });
    await fixture.parlour.settle();
    expect(await fixture.readChat(chat.id)).toMatchObject({
      wait: { offered: [ivan.id] },
      assignment: {
        eligible: [ivan.id],
        others: expect.arrayContaining([{ operator_id: olga.id, reasons: ["missing_skill"] }]),
      },
    });
    await ivansSocket.goOffline();
    await fixture.advanceClock(30_000);
    expect(await fixture.readChat(chat.id)).toMatchObject({
      wait: { offered: [ivan.id, olga.id] },
      assignment: { rules: ["all", "next", "demands_ignored"], eligible: [olga.id] },
    });
    await ann.call("DELETE", `departments/${department}`);
  });
  it("[ACT-016] [CORE-398] a rule demands a skill, and the chat is offered to those who have it", async () => {
    const { ann, ivan, olga } = fixture;
    await ann.call("PATCH", `operators/${olga.id}`, { skills: ["Returns"] });
    const rule = await ann.call("POST", "rules", {
      name: "Returns",
      when: { event: "chat_created" },
      if: { all: [] },
      do: [{ type: "demand_skill", skill: "returns" }],
    });
    expect(rule.status).toBe(201);
    for (const operator of [ivan, olga]) await fixture.connectOperator(operator);
    const { id } = await fixture.sendMessage("c1");
    await fixture.parlour.settle();
    expect(await fixture.readChat(id)).toMatchObject({
      skills: ["returns"],
      wait: { offered: [olga.id] },
    });
    await ann.call("DELETE", `rules/${(rule.body as { id: number }).id}`);
  });
  it("[CORE-033] [CORE-003] [CORE-206] an offer to one alone stands its time, also when it takes his last place; what others ask of him meanwhile goes on", async () => {
    await fixture.updateRouting({ mode: "round_robin" });
    await fixture.ann.call("PATCH", `operators/${fixture.ivan.id}`, { chat_limit: 1 });
    await fixture.connectOperator(fixture.ivan);
    const chat = await fixture.sendMessage("c1");
    expect(chat.wait?.offered).toEqual([fixture.ivan.id]);
    // The chat is routed again when an operator comes online.
    await fixture.connectOperator(fixture.olga);
    expect((await fixture.readChat(chat.id)).wait?.offered).toEqual([fixture.ivan.id]);
    const other = await fixture.sendMessage("c2");
    expect(other.wait?.offered).toEqual([fixture.olga.id]);
    await fixture.advanceClock(30_000);
    expect((await fixture.readChat(chat.id)).wait?.offered).toEqual([fixture.olga.id]);
    // Ivan can get another offer, because the first one expired.
    expect((await fixture.readChat(other.id)).wait?.offered).toEqual([fixture.ivan.id]);
  });
  it("[CORE-033] who is chosen for the channel while a chat waits is asked", async () => {
    await fixture.ann.call("PATCH", `channels/${fixture.channel.id}`, {
      operators: [fixture.ann.id],
    });
    await fixture.connectOperator(fixture.ivan);
    const chat = await fixture.sendMessage("c1");
    expect(chat.wait?.offered).toBeUndefined();
    await fixture.ann.call("PATCH", `channels/${fixture.channel.id}`, {
      operators: [fixture.ann.id, fixture.ivan.id],
    });
    await expect
      .poll(
        async () => (
          await fixture.parlour.settle(),
          (await fixture.readChat(chat.id)).wait?.offered
        ),
      )
      .toEqual([fixture.ivan.id]);
  });
});

describe("time", () => {
  it("[CORE-035] [CORE-042] the ladder goes on over a restart; reminders come until somebody takes the chat", async () => {
    await fixture.updateRouting({ remind_s: 600 });
    const chat = await fixture.sendMessage("c1");
    await fixture.advanceClock(400_000, 100_000);
    await fixture.parlour.restart();
    await fixture.advanceClock(210_000, 70_000);
    expect(await fixture.readSystemMessageCodes(chat.id)).toEqual(["ladder_remind"]);
    await fixture.connectOperator(fixture.ivan);
    expect((await fixture.readChat(chat.id)).wait).toMatchObject({
      step: "channel",
      offered: [fixture.ivan.id],
      reminded: 1,
    });
    await fixture.ivan.call("POST", `chats/${chat.id}/messages`, {
      kind: "text",
      text: "Hi",
      client_id: "a",
    });
    await fixture.advanceClock(1_300_000, 100_000);
    expect(await fixture.readSystemMessageCodes(chat.id)).toEqual([
      "ladder_remind",
      "offered",
      "accepted",
    ]);
  });
  it("[CORE-031] an owner who is offline for the grace with a message unanswered loses the chat, told in a line", async () => {
    await fixture.updateRouting({ grace_s: 120 });
    const ivan = await fixture.connectOperator(fixture.ivan);
    const chat = await fixture.sendMessage("c1");
    await fixture.ivan.call("POST", `chats/${chat.id}/accept`, {});
    await fixture.connectOperator(fixture.olga);
    await ivan.goOffline();
    await fixture.advanceClock(115_000);
    expect((await fixture.readChat(chat.id)).state).toBe("open");
    await fixture.advanceClock(10_000);
    expect(await fixture.readChat(chat.id)).toMatchObject({
      state: "waiting",
      assignee: null,
      wait: { offered: [fixture.olga.id] },
    });
    expect(await fixture.readSystemMessageCodes(chat.id)).toEqual([
      "offered",
      "accepted",
      "owner_gone",
      "offered",
    ]);
  });
  it("[CORE-003] [CORE-001] whose new role does not answer chats leaves those he has: to a colleague in them, else they wait again", async () => {
    const [alone, shared] = [await fixture.sendMessage("c1"), await fixture.sendMessage("c2")];
    for (const { id } of [alone, shared]) await fixture.ivan.call("POST", `chats/${id}/accept`, {});
    await fixture.olga.call("POST", `chats/${shared.id}/join`, {});
    expect(
      (await fixture.ann.call("PATCH", `operators/${fixture.ivan.id}`, { role: "viewer" })).status,
    ).toBe(200);
    await fixture.parlour.settle();
    expect(await fixture.readChat(alone.id)).toMatchObject({
      state: "waiting",
      assignee: null,
      participants: [],
    });
    expect(await fixture.readChat(shared.id)).toMatchObject({
      state: "open",
      assignee: { id: fixture.olga.id },
      participants: [{ id: fixture.olga.id }],
    });
    expect((await fixture.readSystemMessages(alone.id)).at(-1)).toMatchObject({
      code: "left",
      detail: "left",
    });
  });
  it("[CORE-031] also one who does not come back after a restart, and one who was gone before the visitor wrote", async () => {
    await fixture.updateRouting({ grace_s: 120 });
    const [ivan, olga] = [
      await fixture.connectOperator(fixture.ivan),
      await fixture.connectOperator(fixture.olga),
    ];
    const [first, second] = [await fixture.sendMessage("c1"), await fixture.sendMessage("c2")];
    await fixture.ivan.call("POST", `chats/${first.id}/accept`, {});
    await fixture.olga.call("POST", `chats/${second.id}/messages`, {
      kind: "text",
      text: "Hi",
      client_id: "a",
    });
    await fixture.parlour.settle();
    await Promise.all([ivan.goOffline(), olga.goOffline()]);
    await fixture.parlour.restart();
    await fixture.advanceClock(115_000);
    expect((await fixture.readChat(first.id)).state).toBe("open");
    await fixture.advanceClock(10_000);
    expect((await fixture.readChat(first.id)).state).toBe("waiting");
    await fixture.advanceClock(60_000);
    expect((await fixture.readChat(second.id)).state).toBe("open");
    expect((await fixture.sendMessage("c2", "And?")).state).toBe("waiting");
  });
  it("[CORE-032] answered chats close after the time without messages, others never; a change of the time counts at once for all of them", async () => {
    await fixture.updateRouting({ grace_s: 0 });
    const open = await fixture.sendMessage("c1");
    const unanswered = await fixture.sendMessage("c2");
    const waiting = await fixture.sendMessage("c3");
    const sendAnswer = async (chat: number, text: string): Promise<void> => {
      const body = { kind: "text", text, client_id: text.toLowerCase().replaceAll(/\W/g, "") };
      const answer = await fixture.ivan.call("POST", `chats/${chat}/messages`, body);
      expect(answer.status, answer.text).toBe(201);
    };
    await sendAnswer(open.id, "Hello");
    await sendAnswer(unanswered.id, "Yes?");
    await fixture.advanceClock(7_200_000, 1_800_000);
    await fixture.sendMessage("c2", "And the price?");
    await fixture.updateRouting({ inactivity_s: 3600 });
    await expect
      .poll(
        async () => (
          await fixture.parlour.settle(),
          (await fixture.readChat(open.id)).close_reason
        ),
      )
      .toBe("inactivity");
    await fixture.advanceClock(7_200_000, 1_800_000);
    expect((await fixture.readChat(waiting.id)).state).toBe("waiting");
    expect((await fixture.readChat(unanswered.id)).state).toBe("open");
    await sendAnswer(unanswered.id, "12 pounds");
    await fixture.advanceClock(3_600_000, 1_800_000);
    expect(await fixture.readChat(unanswered.id)).toMatchObject({
      state: "closed",
      close_reason: "inactivity",
    });
    expect((await fixture.readChat(waiting.id)).state).toBe("waiting");
  });
});

describe("queue", () => {
  // Waiting times are stored per account, so each of these tests uses a new account.
  beforeEach(async () => {
    await fixture.close();
    fixture = await openRoutingFixture();
  });
  it("[API-021] [CORE-035] [API-230] place among those who wait for the same people, and the rest of the usual wait; only where the account shows it", async () => {
    for (let n = 0; n < 3; n += 1) {
      const chat = await fixture.sendMessage(`old${n}`);
      await fixture.advanceClock(60_000, 20_000);
      await fixture.ivan.call("POST", `chats/${chat.id}/accept`, {});
    }
    const first = await fixture.sendMessage("c1");
    await fixture.advanceClock(10_000);
    const second = await fixture.sendMessage("c2");
    await fixture.advanceClock(10_000);
    const last = await fixture.sendMessage("c3");
    expect(last).not.toHaveProperty("queue");
    expect((await fixture.updateRouting({ queue: true })).body).toMatchObject({ queue: true });
    const places = await Promise.all(
      [first, second, last].map(async (chat) => (await fixture.readChat(chat.id)).queue),
    );
    expect(places).toEqual([
      { place: 1, of: 3, expected_s: 40 },
      { place: 2, of: 3, expected_s: 50 },
      { place: 3, of: 3, expected_s: 60 },
    ]);
    // Chats of a department wait for other operators.
    await fixture.parlour.sql(
      `update chat set body = replace(body, '"department":null', '"department":{"id":7,"name":"Sales"}') where id = $1`,
      [last.id],
    );
    expect([
      (await fixture.readChat(last.id)).queue,
      (await fixture.readChat(first.id)).queue,
    ]).toMatchObject([
      { place: 1, of: 1 },
      { place: 1, of: 2 },
    ]);
    await fixture.ivan.call("POST", `chats/${last.id}/accept`, {});
    expect(await fixture.readChat(last.id)).not.toHaveProperty("queue");
  });
});
