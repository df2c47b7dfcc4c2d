import { once } from "node:events";
import { createServer } from "node:http";
import { findFreePort } from "@parlour/testkit/port";
import { afterEach, describe, expect, it } from "vitest";
import { listen, runCleanups, startLab } from "../lab.fixture.ts";

afterEach(runCleanups);

/** Starts the lab with its services. Returns the printed values by their service and label. */
async function startServices() {
  const { base, lines } = await startLab(["--services"]);
  const printed = new Map<string, string>();
  let service = "";
  for (const line of lines) {
    service = /^Then enter in .* → (.*):$/.exec(line)?.[1] ?? service;
    const [, label, value] = /^ {2}(.+)(?:=|: )(.*)$/.exec(line) ?? [];
    if (label === undefined || value === undefined) continue;
    printed.set(label, value);
    printed.set(`${service} ${label}`, value);
  }
  const act = async (name: string, input: object): Promise<unknown> => {
    const response = await fetch(`${base}/do/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(input),
    });
    return response.json();
  };
  return { base, lines, act, read: (label: string): string => printed.get(label) ?? "" };
}
async function call(url: string, body: object, token = ""): Promise<any> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** Starts a server that collects JSON bodies and answers handshakes of Meta. */
async function listenForJson() {
  const received: any[] = [];
  const url = await listen(
    createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? "/", "http://localhost");
      let text = "";
      request
        .on("data", (part: Buffer) => (text += part.toString()))
        .on("end", () => {
          if (text !== "") received.push(JSON.parse(text));
          response.end(searchParams.get("hub.challenge") ?? "");
        });
    }),
  );
  return { received, url };
}

describe("the services of the lab", () => {
  it("[CON-060] without a key, the addresses to allow are part of the printed variables", async () => {
    const { lines, read } = await startServices();
    expect(lines).toContain(`  EGRESS_ALLOW=${read("EGRESS_ALLOW")}`);
    expect(read("EGRESS_ALLOW").split(",")).toHaveLength(11);
    expect(read("EGRESS_ALLOW")).toContain(new URL(read("TELEGRAM_API_URL")).host);
    expect(read("EGRESS_ALLOW")).toContain(`127.0.0.1:${read("SMTP port")}`);
  });

  it("[CON-061] a press of a button below a message of the bot is an update", async () => {
    const { act, read } = await startServices();
    const bot = `${read("TELEGRAM_API_URL")}/bot${read("Bot token")}`;
    const action = { service: "telegram", action: "text" };
    await act("service-customer", { ...action, values: { customer: "Nadia", text: "Hello" } });
    const [first] = (await call(`${bot}/getUpdates`, {})).result;
    const sent = await call(`${bot}/sendMessage`, {
      chat_id: first.message.chat.id,
      text: "Which?",
      reply_markup: { inline_keyboard: [[{ text: "One", callback_data: "b1" }]] },
    });
    const press = { service: "telegram", key: String(sent.result.message_id), value: "b1" };
    expect(await act("service-press", press)).toEqual({ ok: true });
    const updates = await call(`${bot}/getUpdates`, { offset: first.update_id + 1 });
    expect(updates.result).toMatchObject([
      { callback_query: { data: "b1", from: { first_name: "Nadia" } } },
    ]);
  });

  it("[CON-061] a press of a reply button, and states that a person chooses, are webhooks", async () => {
    const { act, read } = await startServices();
    const { received: bodies, url: webhook } = await listenForJson();
    const readValues = (): any[] => bodies.map(({ entry }) => entry[0].changes[0].value);
    const number = `${read("WHATSAPP_API_URL")}/v25.0/${read("Phone number ID")}`;
    const token = read("Access token");
    await call(
      number,
      { webhook_configuration: { override_callback_uri: webhook, verify_token: "v" } },
      token,
    );
    const action = { service: "whatsapp", action: "text" };
    await act("service-customer", { ...action, values: { customer: "Anna", text: "Hello" } });
    await expect.poll(() => bodies.length).toBe(1);
    const { messages } = await call(
      `${number}/messages`,
      {
        messaging_product: "whatsapp",
        to: readValues()[0].messages[0].from,
        type: "interactive",
        interactive: {
          type: "button",
          body: { text: "Which?" },
          action: { buttons: [{ type: "reply", reply: { id: "b1", title: "One" } }] },
        },
      },
      token,
    );
    const press = (value: string) =>
      act("service-press", { service: "whatsapp", key: messages[0].id, value });
    expect(await press("reply:b1")).toEqual({ ok: true });
    expect(await press("state:failed")).toEqual({ ok: true });
    expect(await press("reply:b2")).toEqual({ fault: "This button does not exist." });
    await expect
      .poll(() =>
        readValues()
          .flatMap((value) => value.messages ?? [])
          .at(-1),
      )
      .toMatchObject({
        context: { id: messages[0].id },
        interactive: { type: "button_reply", button_reply: { id: "b1", title: "One" } },
      });
    await expect
      .poll(() =>
        readValues()
          .flatMap((value) => value.statuses ?? [])
          .map(({ status }) => status),
      )
      .toEqual(["sent", "delivered", "failed"]);
  });

  it.each(["Messenger", "Instagram"])(
    "[CON-061] a quick reply of %s is pressed after the address was entered",
    async (title) => {
      const { act, read } = await startServices();
      const service = title.toLowerCase();
      const write = () =>
        act("service-customer", {
          service,
          action: "text",
          values: { customer: "Jonas Weber", text: "Hello" },
        });
      expect(await write()).toEqual({
        fault: expect.stringContaining("does not know the address"),
      });
      const { received, url } = await listenForJson();
      const values = { address: `${url}/connectors`, verify: "v" };
      const address = { service, action: "address", values };
      expect(await act("service-customer", address)).toEqual({ ok: true });
      expect(await write()).toEqual({ ok: true });
      const readEvents = (): any[] => received.map(({ entry }) => entry[0].messaging[0]);
      await expect.poll(() => readEvents()[0]?.message.text).toBe("Hello");
      const { message_id: key } = await call(
        `${read("MESSENGER_API_URL")}/v25.0/me/messages`,
        {
          recipient: readEvents()[0].sender,
          messaging_type: "RESPONSE",
          message: {
            text: "Which?",
            quick_replies: [{ content_type: "text", title: "One", payload: "b1" }],
          },
        },
        read(`${title} Page access token`),
      );
      for (const value of ["reply:0", "state:read"])
        expect(await act("service-press", { service, key, value })).toEqual({ ok: true });
      await expect.poll(readEvents).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            message: expect.objectContaining({ text: "One", quick_reply: { payload: "b1" } }),
          }),
          expect.objectContaining({ read: expect.anything() }),
        ]),
      );
      expect(received[0].object).toBe(title === "Messenger" ? "page" : "instagram");
    },
  );

  it("[CON-061] a button of a Viber keyboard sends its text, and a person reports states", async () => {
    const { act, read } = await startServices();
    const service = "viber";
    const { received, url } = await listenForJson();
    const callViber = async (method: string, body: object): Promise<any> => {
      const headers = { "x-viber-auth-token": read("Token") };
      const address = `${read("VIBER_API_URL")}/${method}`;
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      return (await fetch(address, init)).text();
    };
    await callViber("set_webhook", { url });
    const values = { customer: "Olena", text: "Hello" };
    expect(await act("service-customer", { service, action: "text", values })).toEqual({
      ok: true,
    });
    await expect.poll(() => received.at(-1)?.message?.text).toBe("Hello");
    const sent = await callViber("send_message", {
      receiver: received.at(-1).sender.id,
      sender: { name: "Shop" },
      type: "text",
      text: "Which?",
      keyboard: { Type: "keyboard", Buttons: [{ ActionBody: "One", Text: "One" }] },
    });
    const key = /"message_token":(\d+)/.exec(sent)?.[1];
    for (const value of ["reply:0", "state:seen"])
      expect(await act("service-press", { service, key, value })).toEqual({ ok: true });
    await expect
      .poll(() => received.map(({ event, message }) => message?.text ?? event))
      .toEqual(expect.arrayContaining(["webhook", "Hello", "One", "seen"]));
  });

  it("[CON-061] an SMS arrives with and without an id, and a person reports receipts", async () => {
    const { act, read } = await startServices();
    const service = "sms";
    const { received, url } = await listenForJson();
    const write = (action: string, changes: object = {}) =>
      act("service-customer", {
        service,
        action,
        values: { customer: "+49 151 23456789", text: "Hello", address: url, ...changes },
      });
    expect(await write("address", { address: "nowhere" })).toEqual({
      fault: "Enter the address that the channel shows.",
    });
    for (const action of ["address", "text", "bare"])
      expect(await write(action)).toEqual({ ok: true });
    expect(await write("text", { customer: "Anna" })).toEqual({
      fault: "Check the field “Phone number”.",
    });
    await expect.poll(() => received.map(({ id }) => id === "")).toEqual([false, true]);
    const sent = await call(
      read("SMS Address"),
      { id: "m1", from: read("SMS Number"), to: received[0].from, text: "Yes", callback: url },
      read("SMS Secret"),
    );
    const press = { service, key: sent.id, value: "state:delivered" };
    expect(await act("service-press", press)).toEqual({ ok: true });
    await expect
      .poll(() => received.at(-1))
      .toMatchObject({ id: sent.id, to: "+4915123456789", status: "delivered" });
  });

  it("[CON-061] an outage of the mail server refuses connections until it is switched off", async () => {
    const { act, read } = await startServices();
    const connect = () =>
      fetch(`http://127.0.0.1:${read("SMTP port")}`).then(
        () => "answered",
        (error: Error) => String((error.cause as NodeJS.ErrnoException).code),
      );
    const outage = { service: "mail", fault: "outage" };
    expect(await act("service-fault", { ...outage, on: true })).toEqual({ ok: true });
    expect(await connect()).toBe("ECONNREFUSED");
    expect(await act("service-fault", { ...outage, on: false })).toEqual({ ok: true });
    expect(await connect()).not.toBe("ECONNREFUSED");
  });

  it("[CON-096] [CON-097] the page gives the model its next answer, and switches its faults", async () => {
    const { act, lines, read } = await startServices();
    expect(lines).toContain("Then enter in Settings → Model:");
    const ask = () =>
      call(
        `${read("Base URL")}/chat/completions`,
        { model: read("Chat model"), messages: [{ role: "user", content: "Where is it?" }] },
        read("Key"),
      );
    const values = { text: "On its way.", match: "Where" };
    await act("service-customer", { service: "model", action: "text", values });
    expect((await ask()).choices[0].message.content).toBe("On its way.");
    const limit = { service: "model", fault: "limit" };
    expect(await act("service-fault", { ...limit, on: true })).toEqual({ ok: true });
    for (const _ of [1, 2]) expect((await ask()).error.type).toBe("rate_limit_error");
    await act("service-fault", { ...limit, on: false });
    const toolCall = { tool: "find_order", arguments: "{}", match: "" };
    await act("service-customer", { service: "model", action: "tool", values: toolCall });
    expect((await ask()).choices[0].finish_reason).toBe("tool_calls");
  });

  it("[CON-061] the systems to import from get more chats, and their faults are switched", async () => {
    const { act, lines, read } = await startServices();
    expect(lines).toContain("Then enter in a new import:");
    const count = async (): Promise<number> => {
      const query = new URLSearchParams({ status: "all" });
      const url = `${read("Chatwoot address")}/api/v1/accounts/1/conversations?${query}`;
      const headers = { api_access_token: read("Chatwoot access token") };
      const response = await fetch(url, { headers });
      if (response.status !== 200) return response.status;
      return ((await response.json()) as any).data.meta.all_count;
    };
    expect(await count()).toBe(200);
    const action = { service: "chatwoot", action: "chats" };
    await act("service-customer", { ...action, values: { chats: "3" } });
    expect(await count()).toBe(203);
    expect(await act("service-customer", { ...action, values: { chats: "x" } })).toEqual({
      fault: "Enter a number from 1 to 1000.",
    });
    await act("service-fault", { service: "chatwoot", fault: "limit", on: true });
    expect(await count()).toBe(429);
    const headers = {
      "x-auth-token": read("Rocket.Chat token"),
      "x-user-id": read("Rocket.Chat user ID"),
    };
    const rooms = await fetch(`${read("Rocket.Chat address")}/api/v1/livechat/rooms`, { headers });
    expect(((await rooms.json()) as any).total).toBe(200);
  });

  it("[CON-060] without the option nothing more starts, and a used port ends the lab with a sentence", async () => {
    const plain = await startLab();
    expect(plain.lines.join("\n")).not.toContain("TELEGRAM_API_URL");
    const port = await findFreePort(11);
    const other = createServer().listen(port + 2, "127.0.0.1");
    await once(other, "listening");
    const second = await startLab(["--services", "--port", String(port)]);
    expect(await second.code).toBe(1);
    expect(second.lines).toEqual([expect.stringMatching(`^Port ${port + 2} is in use`)]);
    other.close();
    const high = await startLab(["--services", "--port", "65533"]);
    expect([await high.code, high.lines.length]).toEqual([2, 1]);
  });
});
