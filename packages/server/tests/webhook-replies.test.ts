import { startWebhookReceiver, type FakeWebhook } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { openWebhookFixture, type WebhookFixture } from "./webhook-fixture.ts";

let fixture: WebhookFixture;
let secondReceiver: FakeWebhook;
beforeAll(async () => {
  fixture = await openWebhookFixture();
  secondReceiver = await startWebhookReceiver();
});
afterAll(async () => {
  await fixture.close();
  await secondReceiver.close();
});
const settleAll = (): Promise<void> => fixture.parlour.settle();
const formatEntry = (entry: { title: string | null; content: string }): string =>
  `${entry.title}: ${entry.content}`;
/** Returns the note of the last delivery in the delivery log. */
async function readLastNote(): Promise<string | null | undefined> {
  return (await fixture.readDeliveries()).at(-1)?.attempt_note;
}

describe("data of a reply", () => {
  test("[WH-042] [WH-043] [WH-044] [WH-046] [WH-047] everything of a reply to chat_accepted reaches the chat, with its source", async () => {
    const before = (await fixture.readDeliveries()).length;
    const chat = await fixture.startChat("all", { sender: { name: "Old name" } });
    fixture.receiver.setMode({
      reply: {
        result: "OK",
        custom_data: [
          { title: "Orders", content: "3 <b>open</b>" },
          { content: "x", link: "https://crm.example/9" },
        ],
        contact_info: { name: "Nadia Ross", phone: "+4930111222" },
        enable_assign: "true",
        crm_link: "https://crm.example/card/55",
        page: { url: "https://shop.example/returns/7", title: "Return 7" },
      },
    });
    await fixture.acceptChat(chat.id);
    await settleAll();
    expect(await fixture.readChat(chat.id)).toMatchObject({
      visitor: {
        name: { value: "Nadia Ross", source: "webhook" },
        phone: { value: "+4930111222", source: "webhook" },
        email: null,
      },
      custom_data: [
        { title: "Orders", content: "3 <b>open</b>", source: "webhook" },
        { title: null, content: "x", link: "https://crm.example/9", source: "webhook" },
      ],
      crm: { link: "https://crm.example/card/55", assign: true, assigned: false },
      page: { url: "https://shop.example/returns/7", title: "Return 7" },
    });
    fixture.receiver.setMode("ok");
    await fixture.advanceClock(5_000);
    // The data in the response causes no chat_updated event.
    expect((await fixture.readDeliveries()).slice(before).map(({ event }) => event)).toEqual([
      "chat_accepted",
    ]);
  });

  test("[WH-116] [WH-117] [FLD-015] fields of a reply are set with their source, and are in the next body", async () => {
    const field = (body: object) =>
      fixture.parlour.owner.call("POST", "fields", { kind: "text", name: "Field", ...body });
    await field({ object: "visitor", key: "plan", kind: "one_of", options: ["free", "pro"] });
    await field({ object: "chat", key: "plan" });
    await field({ object: "chat", key: "order_no", kind: "number" });
    await field({ object: "visitor", key: "note", sources: ["operator"] });
    const chat = await fixture.startChat("fields", { sender: { fields: { plan: "free" } } });
    fixture.receiver.setMode({
      reply: {
        result: "ok",
        fields: { plan: "pro", order_no: 7, note: "x", moon: 1, constructor: 2, empty: null },
      },
    });
    await fixture.acceptChat(chat.id);
    await settleAll();
    expect(fixture.receiver.requests.at(-1)?.body).toMatchObject({
      visitor: { fields: { plan: "free" } },
    });
    const read = await fixture.readChat(chat.id);
    expect(read.visitor.fields).toMatchObject({
      plan: { value: "pro", source: "webhook", others: [{ value: "free", source: "channel" }] },
    });
    expect(read.fields).toMatchObject({ order_no: { value: 7, source: "webhook" } });
    expect([Object.keys(read.visitor.fields ?? {}), Object.keys(read.fields ?? {})]).toEqual([
      ["plan"],
      ["order_no"],
    ]);
    const [delivery] = (await fixture.readDeliveries()).slice(-1);
    const log = await fixture.parlour.owner.call("GET", `deliveries/${delivery?.id}`);
    expect((log.body as any).last_attempt.used).toEqual({
      taken: [{ field: "fields.plan" }, { field: "fields.order_no" }],
      ignored: ["note", "moon", "constructor"].map((key) => ({
        field: `fields.${key}`,
        reason: "unusable_value",
      })),
      ignored_count: 3,
    });
    fixture.receiver.setMode("ok");
    await fixture.closeChat(chat.id);
    await fixture.advanceClock(61_000, 10_000);
    expect(fixture.receiver.requests.at(-1)?.body).toMatchObject({
      event_name: "chat_finished",
      visitor: { fields: { plan: "pro" } },
      fields: { order_no: 7 },
    });
  });

  test("[WH-043] a later list replaces the earlier, a reply without one leaves it", async () => {
    const chat = await fixture.startChat("lists");
    fixture.receiver.setMode({
      reply: { result: "ok", custom_data: [{ title: "a", content: "1" }] },
    });
    await fixture.acceptChat(chat.id);
    await settleAll();
    const update = async (reply: object, name: string): Promise<string[]> => {
      fixture.receiver.setMode({ reply });
      await fixture.parlour.owner.call("PATCH", `visitors/${chat.visitor.number}`, { name });
      await fixture.advanceClock(3_000);
      return (await fixture.readChat(chat.id)).custom_data.map(formatEntry);
    };
    expect(await update({ result: "ok", crm_link: "https://crm.example/1" }, "A")).toEqual([
      "a: 1",
    ]);
    expect(
      await update({ result: "ok", custom_data: [{ title: "b", content: "2" }] }, "B"),
    ).toEqual(["b: 2"]);
    expect(
      await update({ result: "FAILURE", custom_data: [{ title: "c", content: "3" }] }, "C"),
    ).toEqual(["b: 2"]);
    expect(await update({ result: "ok", custom_data: [] }, "D")).toEqual([]);
    fixture.receiver.setMode("ok");
  });

  test("[WH-041] [WH-048] the delivery log names a result that was no ok, and fields that were dropped", async () => {
    const readReplyOutcome = async (
      customer: string,
      reply: unknown,
    ): Promise<string | null | undefined> => {
      const chat = await fixture.startChat(customer);
      fixture.receiver.setMode({ reply });
      await fixture.acceptChat(chat.id);
      await settleAll();
      expect((await fixture.readDeliveries()).at(-1)).toMatchObject({
        state: "delivered",
        tries: 1,
      });
      return readLastNote();
    };
    expect(await readReplyOutcome("note-1", { result: "FAILURE" })).toBe("result: FAILURE");
    expect(await readReplyOutcome("note-2", {})).toBe("result missing");
    expect(await readReplyOutcome("note-3", { result: "ok", custom_data: "x" })).toBe(
      "custom_data is not a list",
    );
    expect(await readReplyOutcome("note-4", { result: "ok" })).toBe("");
    fixture.receiver.setMode("ok");
  });

  test("[WH-082] [API-150] an answer that was not usable is marked and found; what was used goes with the answer by age", async () => {
    const readReplyOutcome = async (
      customer: string,
      reply: Parameters<typeof fixture.receiver.setMode>[0],
    ) => {
      const chat = await fixture.startChat(customer);
      fixture.receiver.setMode(reply);
      await fixture.acceptChat(chat.id);
      await settleAll();
      const { body } = await fixture.parlour.owner.call(
        "GET",
        `deliveries?chat=${chat.id}&event=chat_accepted`,
      );
      const [delivery] = body.items as {
        id: number;
        state: string;
        error: object | null;
        last_attempt: object;
      }[];
      const notUsable = await fixture.parlour.owner.call(
        "GET",
        `deliveries?chat=${chat.id}&state=not_usable`,
      );
      const inspected = await fixture.parlour.owner.call("GET", "inspector?limit=1");
      return {
        ...delivery,
        found: (notUsable.body.items as unknown[]).length,
        seen: (inspected.body.items as { fault: object | null }[])[0]?.fault,
      };
    };
    const nothing = { taken: [], ignored: [], ignored_count: 0 };
    const failed = { code: "result_not_ok", message: "result: error 17" };
    expect(await readReplyOutcome("use-1", { reply: { result: "error 17" } })).toMatchObject({
      state: "delivered",
      error: failed,
      found: 1,
      last_attempt: { status: 200, used: nothing },
      seen: failed,
    });
    expect(
      await readReplyOutcome("use-2", { status: 200, body: "<br /><b>Fatal error</b>: Uncaught" }),
    ).toMatchObject({
      error: { code: "result_missing" },
      found: 1,
      seen: { code: "result_missing" },
    });
    expect(await readReplyOutcome("use-3", { status: 200, body: "" })).toMatchObject({
      error: { code: "result_missing" },
      found: 1,
    });
    const entry = { title: "Orders", content: "3" };
    const used = {
      taken: [{ field: "custom_data", rows: 2 }],
      ignored: [{ field: "contact_info.description", reason: "unknown_field" }],
      ignored_count: 1,
    };
    const good = await readReplyOutcome("use-4", {
      reply: { result: "ok", custom_data: [entry, entry], contact_info: { description: "VIP" } },
    });
    expect(good).toMatchObject({
      found: 0,
      error: { code: "fields_dropped" },
      last_attempt: { used },
    });
    const read = async (): Promise<unknown> => {
      const { body } = await fixture.parlour.owner.call("GET", `deliveries/${good.id}`);
      return [
        body.last_attempt.used,
        body.attempts_made[0].used,
        body.attempts_made[0].reply?.body ?? null,
      ];
    };
    expect(await read()).toMatchObject([used, used, expect.stringContaining("VIP")]);
    await fixture.parlour.sql("update attempt set reply = null where delivery_id = $1", [good.id]);
    expect(await read()).toEqual([null, null, null]);
    fixture.receiver.setMode("ok");
  });

  test("[WH-042] replies to chat_finished carry nothing, and what comes after the end is late", async () => {
    const chat = await fixture.startChat("late");
    fixture.receiver.setMode(({ event }) =>
      event === "chat_accepted"
        ? { status: 503 }
        : { reply: { result: "ok", custom_data: [{ title: "x", content: "y" }] } },
    );
    await fixture.acceptChat(chat.id);
    await settleAll();
    await fixture.closeChat(chat.id);
    fixture.receiver.setMode({
      reply: {
        result: "ok",
        custom_data: [{ title: "x", content: "y" }],
        contact_info: { name: "Too late" },
      },
    });
    await fixture.advanceClock(7_000);
    expect((await fixture.readDeliveries()).slice(-2)).toMatchObject([
      { event: "chat_accepted", state: "delivered", tries: 2 },
      { event: "chat_finished", state: "delivered", tries: 1, attempt_note: "" },
    ]);
    const deliveries = await fixture.readDeliveries();
    expect(deliveries.at(-2)?.attempt_note).toContain("late");
    const after = await fixture.readChat(chat.id);
    expect(after.custom_data).toEqual([]);
    expect(after.visitor.name).toBeNull();
    fixture.receiver.setMode("ok");
  });

  test("[WH-049] a replay long after is late too", async () => {
    const chat = await fixture.startChat("again");
    await fixture.acceptChat(chat.id);
    await settleAll();
    await fixture.closeChat(chat.id);
    await settleAll();
    const [first] = (await fixture.readDeliveries()).filter((one) => one.chat_id === chat.id);
    await fixture.parlour.sql("update delivery set state = 'dead' where id = $1", [first?.id]);
    fixture.receiver.setMode({ reply: { result: "ok", contact_info: { name: "Too late" } } });
    const answer = await fixture.parlour.owner.call("POST", `deliveries/${first?.id}/retry`, {});
    expect(answer.status).toBeLessThan(300);
    await settleAll();
    expect((await fixture.readDeliveries()).find((one) => one.id === first?.id)).toMatchObject({
      state: "delivered",
      tries: 2,
    });
    expect(
      (await fixture.readDeliveries()).find((one) => one.id === first?.id)?.attempt_note,
    ).toContain("late");
    expect((await fixture.readChat(chat.id)).visitor.name).toBeNull();
    fixture.receiver.setMode("ok");
  });
});

describe("several endpoints", () => {
  test("[WH-050] lists are joined in order of creation; for single values the earliest with one wins", async () => {
    const { id: hookId } = await fixture.addWebhook(`${secondReceiver.url}/hook`, {
      events: ["chat_accepted"],
    });
    const chat = await fixture.startChat("both");
    fixture.receiver.setMode({
      reply: {
        result: "ok",
        custom_data: [{ title: "one", content: "1" }],
        contact_info: { name: "First" },
      },
    });
    secondReceiver.setMode({
      reply: {
        result: "ok",
        custom_data: [{ title: "two", content: "2" }],
        contact_info: { name: "Second", email: "s@x.example" },
        crm_link: "https://two.example",
      },
    });
    await fixture.acceptChat(chat.id);
    await settleAll();
    const read = await fixture.readChat(chat.id);
    expect(read.custom_data.map(formatEntry)).toEqual(["one: 1", "two: 2"]);
    expect(read.visitor).toMatchObject({
      name: { value: "First" },
      email: { value: "s@x.example" },
    });
    expect(read.crm.link).toBe("https://two.example");
    fixture.receiver.setMode("ok");
    // Other tests read the last entry of the delivery log.
    expect((await fixture.parlour.owner.call("DELETE", `webhooks/${hookId}`)).status).toBe(204);
  });
});

describe("the operator's socket", () => {
  test("[WH-043] what a reply to chat_accepted says is on the accepting operator's socket within 300 ms of the answer", async () => {
    const { parlour, receiver } = fixture;
    const socket = new WebSocket(`${parlour.url.replace("http", "ws")}/api/v1/socket`, {
      headers: { authorization: `Bearer ${parlour.owner.key}` },
    });
    let answeredAt = Number.POSITIVE_INFINITY;
    let heard = (_at: number): void => undefined;
    receiver.setMode(() => {
      answeredAt = performance.now();
      return { reply: { result: "ok", custom_data: [{ title: "seen", content: "now" }] } };
    });
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.on("message", (data: Buffer) => {
        const text = data.toString();
        if (text.includes('"type":"ready"')) resolve();
        if (text.includes('"chat_updated"') && text.includes('"seen"')) heard(performance.now());
      });
      socket.once("open", () => socket.send('{"type":"hello","after":null}'));
    });
    const once = async (customer: string): Promise<number> => {
      const chat = await fixture.startChat(customer);
      const receivedAt = new Promise<number>((resolve) => (heard = resolve));
      await fixture.acceptChat(chat.id);
      return (await receivedAt) - answeredAt;
    };
    // The minimum of five runs excludes other load of the machine.
    const tookMs = [
      await once("s1"),
      await once("s2"),
      await once("s3"),
      await once("s4"),
      await once("s5"),
    ];
    console.info(
      `data of a reply on the socket after ${tookMs.map((ms) => Math.round(ms)).join(", ")} ms`,
    );
    expect(Math.min(...tookMs)).toBeLessThan(300);
    socket.close();
    receiver.setMode("ok");
  });
});
