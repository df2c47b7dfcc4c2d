import { once } from "node:events";
import { createServer } from "node:http";
import { findFreePort } from "@parlour/testkit/port";
import { afterEach, describe, expect, it } from "vitest";
import { listen, runCleanups, startLab } from "../lab.fixture.ts";

afterEach(runCleanups);

/** Starts the lab with its services. Returns the printed values by their labels. */
async function startServices() {
  const { base, lines } = await startLab(["--services"]);
  const printed = new Map(
    lines
      .filter((line) => line.startsWith("  "))
      .map((line) => /^ {2}(.+)(?:=|: )(.*)$/.exec(line) ?? [])
      .map(([, label = "", value = ""]) => [label, value]),
  );
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

describe("the services of the lab", () => {
  it("[CON-060] without a key, the addresses to allow are part of the printed variables", async () => {
    const { lines, read } = await startServices();
    expect(lines).toContain(`  EGRESS_ALLOW=${read("EGRESS_ALLOW")}`);
    expect(read("EGRESS_ALLOW").split(",")).toHaveLength(8);
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
    const received: any[] = [];
    const webhook = await listen(
      createServer((request, response) => {
        const { searchParams } = new URL(request.url ?? "/", "http://localhost");
        let text = "";
        request
          .on("data", (part: Buffer) => (text += part.toString()))
          .on("end", () => {
            if (text !== "") received.push(JSON.parse(text).entry[0].changes[0].value);
            response.end(searchParams.get("hub.challenge") ?? "");
          });
      }),
    );
    const number = `${read("WHATSAPP_API_URL")}/v25.0/${read("Phone number ID")}`;
    const token = read("Access token");
    await call(
      number,
      { webhook_configuration: { override_callback_uri: webhook, verify_token: "v" } },
      token,
    );
    const action = { service: "whatsapp", action: "text" };
    await act("service-customer", { ...action, values: { customer: "Anna", text: "Hello" } });
    await expect.poll(() => received.length).toBe(1);
    const { messages } = await call(
      `${number}/messages`,
      {
        messaging_product: "whatsapp",
        to: received[0].messages[0].from,
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
    expect(await press("status:failed")).toEqual({ ok: true });
    expect(await press("reply:b2")).toEqual({ fault: "This button does not exist." });
    await expect
      .poll(() => received.flatMap((value) => value.messages ?? []).at(-1))
      .toMatchObject({
        context: { id: messages[0].id },
        interactive: { type: "button_reply", button_reply: { id: "b1", title: "One" } },
      });
    await expect
      .poll(() => received.flatMap((value) => value.statuses ?? []).map(({ status }) => status))
      .toEqual(["sent", "delivered", "failed"]);
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
    const port = await findFreePort(8);
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
