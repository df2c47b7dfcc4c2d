import { afterEach, describe, expect, it } from "vitest";
import { Webhook } from "standardwebhooks";
import { webhookEvents } from "../../protocol/src/webhook/index.ts";
import { startFakeServiceApi } from "./service-api.fixture.ts";
import { runCleanups, secret, startLab as start } from "./lab.fixture.ts";

afterEach(runCleanups);

const callAction = (base: string, name: string, input: unknown) =>
  fetch(`${base}/do/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
  });

/** Returns the changes that a newly opened page receives, by name. */
async function readPageUpdates(base: string, name: string): Promise<Record<string, unknown>[]> {
  const stop = new AbortController();
  const response = await fetch(`${base}/events`, { signal: stop.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes('"status":{') || !text.endsWith("\n\n"))
    text += (await reader?.read())?.value ?? "";
  stop.abort();
  const changes = text
    .trim()
    .split("\n\n")
    .map((line) => JSON.parse(line.replace(/^data: /, "")) as Record<string, unknown>);
  return changes
    .filter((change) => name in change)
    .map((change) => change[name] as Record<string, unknown>);
}

function post(url: string, body: unknown, id: string, key = secret): Promise<Response> {
  const text = JSON.stringify(body);
  const at = new Date();
  const signature = new Webhook(key).sign(id, at, text);
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": signature,
  };
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: text,
  });
}
const message = (id: string, text: string, more = {}) => ({
  event: "CLIENT_MESSAGE",
  id,
  client_id: "3071",
  chat_id: "88120",
  sender: { id: 3071, name: "Nadia" },
  message: { type: "TEXT", text, timestamp: 1, ...more },
});

describe("the lab as bot and receiver", () => {
  it("[CORE-123] makes bot and webhook with a key when asked, and takes away all it made", async () => {
    const parlour = await startFakeServiceApi();
    const running = await start(["--url", parlour.url, "--key", "pk_owner", "--bot", "--webhook"]);
    expect([...parlour.things.keys()].map((key) => key.replace(/\d+$/, "")).toSorted()).toEqual([
      "/bot-providers/provider",
      "/bots/",
      "/webhooks/",
    ]);
    expect([...parlour.things.values()].find((resource) => "token" in resource)).toMatchObject({
      endpoint_url: `${running.base}/bot`,
      token: expect.stringMatching(/^[\w-]{24}$/) as string,
    });
    // The lab's own list of events is complete.
    expect([...parlour.things.values()].find((resource) => "events" in resource)).toMatchObject({
      events: [...webhookEvents],
      message_text: true,
    });
    expect(running.lines.join("\n")).toContain("The lab's webhook was made in Parlour.");
    expect(await running.stop()).toBe(0);
    expect([...parlour.things.keys()]).toEqual([]);
    expect(
      running.lines.filter((line) => line.includes("was taken away from Parlour.")),
    ).toHaveLength(2);
  });

  it("[CORE-123] what a killed run left under the lab's address is replaced, what belongs to others stays", async () => {
    const parlour = await startFakeServiceApi();
    const { base } = await start(["--url", parlour.url, "--key", "pk_owner"]);
    parlour.things.set("/bots/90", { id: 90, endpoint_url: `${base}/bot` });
    parlour.things.set("/bots/91", { id: 91, endpoint_url: "https://bot.example" });
    parlour.things.set("/webhooks/92", { id: 92, url: `${base}/webhook` });
    expect((await callAction(base, "register-bot", {})).status).toBe(200);
    expect((await callAction(base, "register-webhook", {})).status).toBe(200);
    expect([...parlour.things.keys()]).not.toContain("/bots/90");
    expect([...parlour.things.keys()]).not.toContain("/webhooks/92");
    expect([...parlour.things.keys()]).toContain("/bots/91");
    expect((await callAction(base, "remove-bot", {})).status).toBe(200);
    expect((await readPageUpdates(base, "setup"))[0]?.["bot"]).toMatchObject({
      isOurs: false,
      address: null,
      secret: false,
    });
    expect([...parlour.things.keys()].filter((key) => key.startsWith("/bot")).toSorted()).toEqual([
      "/bots/91",
    ]);
  });

  it("[CORE-123] without a key it makes nothing and says so", async () => {
    const parlour = await startFakeServiceApi();
    const { base, lines } = await start(["--url", parlour.url, "--bot"]);
    expect(lines.join("\n")).toContain("The bot was not made: Start the lab with --key");
    const answer = await callAction(base, "register-webhook", {});
    expect([answer.status, ((await answer.json()) as { fault: string }).fault]).toEqual([
      400,
      expect.stringContaining("--key"),
    ]);
    expect(parlour.calls.filter((call) => call.method !== "GET")).toEqual([]);
  });

  it("[CLI-001] takes events of its token once each, and answers as the person says", async () => {
    const parlour = await startFakeServiceApi();
    const { base } = await start(["--url", parlour.url, "--key", "pk_owner", "--bot"]);
    const { token } = [...parlour.things.values()].find((resource) => "token" in resource) as {
      token: string;
    };
    expect((await post(`${base}/bot/wrong`, message("e-0", "x"), "e-0")).status).toBe(404);
    for (let time = 1; time <= 2; time += 1)
      expect(
        (await post(`${base}/bot/${token}`, message("e-1", "Where is my parcel?"), "e-1")).status,
      ).toBe(200);
    const say = (input: object) => callAction(base, "bot-say", { chat: "88120", ...input });
    expect((await say({ type: "TEXT", text: "Let me see" })).status).toBe(200);
    await say({ type: "MARKDOWN", content: "**Soon**", text: "Soon" });
    await say({ type: "BUTTONS", title: "Which?", text: "", buttons: ["One", "Two"] });
    await say({ type: "INVITE_AGENT" });
    const sent = parlour.calls.filter((call) => call.path === `/bot/webhooks/provider1/${token}`);
    expect(sent.map((call) => call.body["message"] ?? call.body["event"])).toMatchObject([
      { type: "TEXT", text: "Let me see" },
      { type: "MARKDOWN", content: "**Soon**", text: "Soon" },
      {
        type: "BUTTONS",
        title: "Which?",
        buttons: [
          { id: "b1", text: "One" },
          { id: "b2", text: "Two" },
        ],
      },
      "INVITE_AGENT",
    ]);
    expect(
      sent.every(
        (call) =>
          call.body["chat_id"] === "88120" && call.headers["idempotency-key"] === call.body["id"],
      ),
    ).toBe(true);
    expect((await readPageUpdates(base, "botChat"))[0]).toMatchObject({
      name: "Nadia",
      state: "invited",
      lines: [{ text: "Where is my parcel?", times: 2 }, {}, {}, {}, {}],
    });
    // A response other than 200 is shown on the page, and the user can send the same bytes again.
    parlour.answer(400);
    await say({ type: "TEXT", text: "Too late" });
    const [chat] = (await readPageUpdates(base, "botChat")) as unknown as {
      lines: { key: string; state: string; detail: string }[];
    }[];
    const refused = chat?.lines.at(-1);
    expect(refused).toMatchObject({
      state: "refused",
      detail: expect.stringContaining("invalid_request") as string,
    });
    await callAction(base, "bot-again", { chat: "88120", key: refused?.key });
    expect(parlour.calls.at(-1)?.body).toEqual(parlour.calls.at(-2)?.body);
    // The page never receives the token.
    expect(
      JSON.stringify([await readPageUpdates(base, "setup"), await readPageUpdates(base, "wire")]),
    ).not.toContain(token);
  });

  it("[CLI-001] lists an event once, checks its signature, and answers with the edited reply", async () => {
    const { base } = await start();
    expect((await callAction(base, "connect-webhook", { secret: "x" })).status).toBe(400);
    expect((await callAction(base, "connect-webhook", { secret })).status).toBe(200);
    const event = { event_name: "chat_accepted", chat_id: 88121 };
    expect(await (await post(`${base}/webhook`, event, "evt_1")).json()).toEqual({
      result: "ok",
      custom_data: [{ title: "Orders", content: "3 open, 120 EUR" }],
    });
    const reply = {
      result: "OK",
      customData: "Debt: 5 | https://shop.example/d\n\nA note",
      name: "Nadia",
      phone: "",
      email: "",
      crmLink: "https://crm.example/1",
      assign: true,
    };
    expect((await callAction(base, "reply", reply)).status).toBe(200);
    expect(await (await post(`${base}/webhook`, event, "evt_1")).json()).toEqual({
      result: "OK",
      custom_data: [
        { title: "Debt", content: "5", link: "https://shop.example/d" },
        { content: "A note" },
      ],
      contact_info: { name: "Nadia" },
      enable_assign: true,
      crm_link: "https://crm.example/1",
    });
    await post(`${base}/webhook`, event, "evt_2", secret.replace("Mf", "AA"));
    expect(
      (await readPageUpdates(base, "event")).map((item) => [
        item["name"],
        item["about"],
        item["times"],
      ]),
    ).toEqual([
      ["chat_accepted", "88121", 2],
      ["chat_accepted", "88121", 1],
    ]);
    expect(
      (await readPageUpdates(base, "wire")).map(
        (wire) => (wire["signature"] as { result: string }).result,
      ),
    ).toEqual(["verified", "verified", "wrong"]);
  });

  it("[CH-080] each side has its own behaviour", async () => {
    const { base } = await start();
    const choose = (side: string, mode: string, status: number) =>
      callAction(base, "behaviour", {
        side,
        mode,
        delayMs: 0,
        status,
        code: "internal",
        text: "No",
        garbage: "html",
      });
    await choose("bot", "error", 503);
    await choose("webhook", "garbage", 200);
    expect((await post(`${base}/bot/t`, message("e-1", "x"), "e-1")).status).toBe(503);
    expect(
      await (await post(`${base}/webhook`, { event_name: "chat_updated" }, "evt_1")).text(),
    ).toMatch(/^<!doctype html>/);
    expect(
      (
        await post(
          `${base}/chat`,
          { recipient: { id: "a" }, message: { type: "text", text: "x" } },
          "msg_1",
        )
      ).status,
    ).toBe(200);
    await choose("webhook", "down", 200);
    await expect(post(`${base}/webhook`, { event_name: "chat_updated" }, "evt_2")).rejects.toThrow(
      "fetch failed",
    );
  });
});
