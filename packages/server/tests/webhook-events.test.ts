import {
  eventsWithData,
  webhookBodies,
  webhookEvents,
  type WebhookEventName,
} from "@parlour/protocol/webhook";
import { Check } from "typebox/value";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { advanceCall } from "../src/core/call/advance.ts";
import { startCall } from "../src/core/call/start.ts";
import type { WriteCommand } from "../src/core/command.ts";
import { createOfflineMessage } from "../src/core/visitor/offline-message.ts";
import { openWebhookFixture, type WebhookFixture } from "./webhook-fixture.ts";

let fixture: WebhookFixture;
let writeCommand: WriteCommand;
beforeAll(async () => {
  const hooks = {
    wrapWrite(inner: WriteCommand) {
      writeCommand = inner;
      return inner;
    },
  };
  fixture = await openWebhookFixture({ hooks });
});
afterAll(() => fixture.close());

describe("the other events", () => {
  test("[WH-045] [WH-031] the button sends chat_assigned once, with the link as it came", async () => {
    const { receiver, parlour } = fixture;
    const chat = await fixture.startChat("assign");
    const link = "https://crm.example/Card/55?a=%20";
    receiver.setMode(({ event }) =>
      event === "chat_accepted"
        ? { reply: { result: "ok", enable_assign: true, crm_link: link } }
        : "ok",
    );
    await fixture.acceptChat(chat.id);
    await parlour.settle();
    expect((await fixture.readChat(chat.id)).crm).toMatchObject({
      link,
      assign: true,
      assigned: false,
    });
    const press = () => parlour.owner.call("POST", `chats/${chat.id}/assign-crm`, {});
    expect((await press()).status).toBe(200);
    expect((await press()).status).toBe(200);
    await parlour.settle();
    expect((await fixture.readChat(chat.id)).crm).toMatchObject({ assigned: true });
    const assigned = receiver.requests.filter(
      ({ event, chatId }) => event === "chat_assigned" && chatId === chat.id,
    );
    expect(assigned.map(({ body }) => body.assign_to)).toEqual([link]);
    expect(assigned[0]?.body.agent.name).toBe("Ann");
    expect(Check(webhookBodies.chat_assigned, assigned[0]?.body)).toBe(true);
    receiver.setMode("ok");
  });

  test("[WH-010] [WH-027] each change of a call is one call_event, in the lane of its chat", async () => {
    const { receiver, parlour, channel } = fixture;
    const before = receiver.requests.length;
    const chat = await fixture.startChat("call");
    const { account } = await readAccount();
    const started = await writeCommand({
      account,
      subject: { customer: { channelId: channel.id, key: "call" } },
      handler: startCall({ type: "callback", phone: "+4930111222" }),
    });
    const call = started.answer;
    const advance = (step: Parameters<typeof advanceCall>[0]) =>
      writeCommand({ account, subject: { chat: chat.id }, handler: advanceCall(step) });
    await parlour.settle();
    await advance({ callId: call.id, operatorId: parlour.owner.id, to: "agent_connected" });
    await advance({ callId: call.id, to: "client_connected" });
    await advance({
      callId: call.id,
      to: "end",
      recordUrl: "https://chat.example/files/rec/ab12.mp3",
    });
    await parlour.settle();
    const events = receiver.requests.slice(before);
    expect(
      events.map(({ event, seq, chatId, body }) => [
        event,
        seq,
        chatId,
        body.call.status,
        body.agent.id,
      ]),
    ).toEqual([
      ["call_event", 1, chat.id, "start", "0"],
      ["call_event", 2, chat.id, "agent_connected", String(parlour.owner.id)],
      ["call_event", 3, chat.id, "client_connected", String(parlour.owner.id)],
      ["call_event", 4, chat.id, "end", String(parlour.owner.id)],
    ]);
    expect(events[3]?.body.call).toEqual({
      type: "callback",
      phone: "+4930111222",
      status: "end",
      record_url: "https://chat.example/files/rec/ab12.mp3",
    });
    for (const { body } of events) expect(Check(webhookBodies.call_event, body)).toBe(true);
  });

  test("[WH-032] an offline message is one event without a chat", async () => {
    const { receiver, parlour, channel } = fixture;
    const before = receiver.requests.length;
    const { account } = await readAccount();
    const written = await writeCommand({
      account,
      subject: { customer: { channelId: channel.id, key: "offline" } },
      handler: createOfflineMessage({
        channelId: channel.id,
        customer: "offline",
        form: { name: "N.", email: "n@form.example", text: "Please call me back" },
      }),
    });
    await parlour.settle();
    const events = receiver.requests.slice(before);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ event: "offline_message", seq: 1, chatId: null });
    expect(events[0]?.body).toMatchObject({
      offline_message_id: String(written.answer.id),
      message: "Please call me back",
      visitor: { name: "N.", email: "n@form.example", phone: "", chats_count: 0 },
    });
    expect(Check(webhookBodies.offline_message, events[0]?.body)).toBe(true);
  });

  test("[WH-028] [WH-033] [WH-103] the log of a long chat is whole and in order, without notes, system lines and hidden messages", async () => {
    const { receiver, parlour } = fixture;
    const chat = await fixture.startChat("long");
    await fixture.acceptChat(chat.id);
    await parlour.settle();
    const [last] = await parlour.sql<{ seq: number; position: string }>(
      "select max(seq) as seq, (select max(position) from journal) as position from journal where chat_id = $1",
      [chat.id],
    );
    const { account } = await readAccount();
    const count = 1_203;
    // As many messages as a busy chat has in a month: every fifth an internal note, every seventh
    // hidden.
    await parlour.sql(
      `insert into journal (account_id, position, at, name, chat_id, seq, author_kind, author_id, body)
       select $1, $2::bigint + n, now(), 'message_created', $3, $4::int + n, case when n % 2 = 0 then 'visitor' else 'operator' end, $5,
         '{"id":' || n || ',"chat_id":0,"author":{"kind":"' || case when n % 2 = 0 then 'visitor' else 'operator' end || '","id":1,"name":"X"},"kind":"'
           || case when n % 5 = 0 then 'note' else 'text' end || '","text":"m' || n || '"' || case when n % 7 = 0 then ',"hidden":true' else '' end
           || ',"created_at":"2026-01-05T09:00:00.000Z"}'
       from generate_series(1, $6::int) n`,
      [account, last?.position, chat.id, last?.seq, parlour.owner.id, count],
    );
    await parlour.restart();
    await fixture.closeChat(chat.id);
    await parlour.settle();
    const finished = receiver.requests.at(-1);
    expect(finished?.event).toBe("chat_finished");
    const expected = Array.from({ length: count }, (_, n) => n + 1).filter(
      (n) => n % 5 !== 0 && n % 7 !== 0,
    );
    const { messages } = (finished?.body ?? { chat: { messages: [] } }).chat as {
      messages: { message: string }[];
    };
    expect(messages.map(({ message }) => message)).toEqual([
      "Hello",
      ...expected.map((n) => `m${n}`),
    ]);
    expect(finished?.body.chat).not.toHaveProperty("truncated");
    expect(Check(webhookBodies.chat_finished, finished?.body)).toBe(true);
  });
});

describe("test events", () => {
  const send = (event: WebhookEventName, sample?: object) =>
    fixture.parlour.owner.call("POST", `webhooks/${fixture.webhook.id}/test`, {
      event,
      ...(sample === undefined ? {} : { sample }),
    });

  test.each(webhookEvents)(
    "[WH-070] %s: sample data, chat_id 0, its header, one attempt, what the reply means",
    async (event) => {
      const { receiver } = fixture;
      const before = receiver.requests.length;
      receiver.setMode({
        reply: { result: "ok", crm_link: "https://crm.example/1", custom_data: "x" },
      });
      const answer = await send(event, {
        page: { url: "https://edited.example", title: "" },
        chat_id: 7,
        event_name: "other",
      });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        outcome: "delivered",
        status: 200,
        result_ok: true,
        reply: { headers: {} },
      });
      const isData = eventsWithData.includes(event);
      expect(answer.body.data?.crm_link ?? null).toBe(isData ? "https://crm.example/1" : null);
      expect(answer.body.note?.message ?? null).toBe(isData ? "custom_data is not a list" : null);
      const [request, ...more] = receiver.requests.slice(before);
      expect(more).toEqual([]);
      expect(request?.headers["parlour-test"]).toBe("1");
      expect(request).toMatchObject({ event, chatId: event === "offline_message" ? null : 0 });
      expect(request?.body).toMatchObject({
        event_name: event,
        page: { url: "https://edited.example" },
      });
      expect(Check(webhookBodies[event], request?.body)).toBe(true);
      receiver.setMode("ok");
    },
  );

  test("[WH-070] an attempt that fails is shown and not repeated", async () => {
    const { receiver } = fixture;
    const before = receiver.requests.length;
    receiver.setMode({ status: 500, body: "oops" });
    expect((await send("chat_accepted")).body).toMatchObject({
      outcome: "http_error",
      status: 500,
      result_ok: false,
      data: null,
      reply: { body: "oops" },
      error: { message: "The server answered 500." },
    });
    receiver.setMode("ok");
    await fixture.advanceClock(20_000, 5_000);
    expect(receiver.requests).toHaveLength(before + 1);
  });
});

async function readAccount(): Promise<{ account: number }> {
  const [row] = await fixture.parlour.sql<{ account_id: string }>(
    "select account_id from operator where id = $1",
    [fixture.parlour.owner.id],
  );
  return { account: Number(row?.account_id) };
}
