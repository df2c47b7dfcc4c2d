import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort, startTestParlour, type TestParlour } from "@parlour/testkit";
import type { Message } from "@parlour/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runLabCommand } from "../../lab/src/main.ts";
import type { PanelMessage, PanelView } from "../../lab/src/panels/panel.ts";

/**
 * The lab with its services beside a complete Parlour. The tests connect the channels with the
 * lines that the lab prints, and act as customers with the actions of its page.
 */
let parlour: TestParlour;
let base: string;
let home: string;
let lines: string[] = [];
let stopping: AbortController;
let exit: Promise<number>;

async function startLab(url: string, key: string): Promise<void> {
  lines = [];
  stopping = new AbortController();
  await new Promise<void>((resolve, reject) => {
    const put = (line: string) => {
      lines.push(...line.split("\n"));
      if (line.startsWith("Ctrl+C")) resolve();
    };
    exit = runLabCommand({
      argv: ["--port", new URL(base).port, "--url", url, "--services"],
      env: { XDG_CONFIG_HOME: home, PARLOUR_KEY: key },
      out: put,
      err: put,
      signal: stopping.signal,
    });
    void exit.then((code) => reject(new Error(`the lab ended with ${code}: ${lines.join("\n")}`)));
  });
}

/** Returns the values that the lab printed below a line with this text, by their labels. */
function readPrinted(heading: string): Readonly<Record<string, string>> {
  const start = lines.findIndex((line) => line.includes(heading)) + 1;
  const end = lines.findIndex((line, n) => n >= start && !line.startsWith("  "));
  return Object.fromEntries(
    lines.slice(start, end).map((line) => {
      const [, label = "", value = ""] = /^ {2}(.+)(?:=|: )(.*)$/.exec(line) ?? [];
      return [label, value];
    }),
  );
}

async function act(name: string, input: object): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${base}/do/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  return (await response.json()) as Record<string, unknown>;
}
const write = async (service: string, action: string, values: object): Promise<void> =>
  expect(await act("service-customer", { service, action, values })).toEqual({ ok: true });
const switchFault = async (service: string, fault: string, on: boolean): Promise<void> =>
  expect(await act("service-fault", { service, fault, on })).toEqual({ ok: true });

/** Returns what a page that is opened now shows of a service. */
async function readView(service: string): Promise<PanelView> {
  const response = await fetch(`${base}/events`);
  let text = "";
  for await (const part of response.body ?? []) {
    text += Buffer.from(part).toString();
    const view = text
      .split("\n\n")
      .slice(0, -1)
      .map((event) => JSON.parse(event.replace(/^data: /, "")) as { service?: PanelView })
      .find((change) => change.service?.name === service)?.service;
    if (view !== undefined) return view;
  }
  throw new Error(`the page shows no service ${service}`);
}
const readMessages = async (service: string): Promise<readonly PanelMessage[]> =>
  (await readView(service)).messages;

async function createChannel(kind: string, settings: object): Promise<void> {
  const { owner } = parlour;
  const created = await owner.call("POST", "channels", {
    kind,
    name: kind,
    operators: [owner.id],
    settings,
  });
  expect(created.status, created.text).toBe(201);
}

/**
 * Waits for a chat with the customer of this name or address. Returns the id of the latest. The
 * time of Parlour moves on, so that it connects again after the lab was started again.
 */
async function waitForChat(customer: string): Promise<number> {
  let id = 0;
  await expect
    .poll(
      async () => {
        await parlour.clock.advance(5_000);
        const { items } = (await parlour.owner.call("GET", "chats?limit=50")).body as {
          items: { id: number; visitor: unknown }[];
        };
        id = items.find(({ visitor }) => JSON.stringify(visitor).includes(customer))?.id ?? 0;
        return id;
      },
      // Long enough for a connection, which ends after some time of Parlour's clock.
      { interval: 250 },
    )
    .toBeGreaterThan(0);
  return id;
}
const waitForText = (chat: number, text: string): Promise<Message> =>
  expect
    .poll(async () => (await parlour.messages(chat)).map(({ text: line }) => line).join("\n"), {
      interval: 20,
    })
    .toContain(text)
    .then(async () => {
      const found = (await parlour.messages(chat)).find((message) => message.text?.includes(text));
      if (found === undefined) throw new Error("the message is gone");
      return found;
    });

let answers = 0;
async function answer(chat: number, text: string): Promise<number> {
  const { owner } = parlour;
  await owner.call("POST", `chats/${chat}/accept`, {});
  const sent = await owner.call("POST", `chats/${chat}/messages`, {
    kind: "text",
    text,
    client_id: `lab-${(answers += 1)}`,
  });
  expect(sent.status, sent.text).toBe(201);
  return (sent.body as Message).id;
}
/** Waits until the page shows a message of Parlour with this text. The time of Parlour moves on. */
async function waitForReply(service: string, text: string): Promise<PanelMessage> {
  let found: PanelMessage | undefined;
  await expect
    .poll(
      async () => {
        await parlour.clock.advance(1_000);
        found = (await readMessages(service)).findLast(
          (message) => message.from === "parlour" && message.text.includes(text),
        );
        return found?.text ?? "";
      },
      { interval: 20 },
    )
    .toContain(text);
  if (found === undefined) throw new Error("no reply");
  return found;
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "lab-"));
  const port = await findFreePort(11);
  base = `http://127.0.0.1:${port}`;
  // The ports of the lab are known before it runs, so Parlour can start first.
  parlour = await startTestParlour({
    env: {
      TELEGRAM_API_URL: `http://127.0.0.1:${port + 1}`,
      WHATSAPP_API_URL: `http://127.0.0.1:${port + 2}`,
    },
  });
  await startLab(parlour.url, parlour.owner.key);
});
afterAll(async () => {
  stopping.abort();
  await exit;
  await parlour.close();
});

/** Each test uses the channel that the first one of its service creates. */
describe("the services of the lab", { shuffle: false }, () => {
  test("[CON-060] the lab prints the addresses of its services, and allows them in Parlour", async () => {
    const printed = readPrinted("environment variables");
    const port = Number(new URL(base).port);
    expect(printed).toEqual({
      TELEGRAM_API_URL: `http://127.0.0.1:${port + 1}`,
      WHATSAPP_API_URL: `http://127.0.0.1:${port + 2}`,
      MESSENGER_API_URL: `http://127.0.0.1:${port + 8}`,
      VIBER_API_URL: `http://127.0.0.1:${port + 9}/pa`,
    });
    const { egress_allow: allowed } = (await parlour.owner.call("GET", "instance")).body as {
      egress_allow: string[];
    };
    expect(allowed).toEqual(
      expect.arrayContaining([0, 1, 2, 3, 4, 5, 6, 7].map((n) => `127.0.0.1:${port + n}`)),
    );
  });

  test("[CON-060] [CON-061] Telegram: a customer writes, edits and sends a photo, and sees the answer", async () => {
    await createChannel("telegram", { bot_token: readPrinted("Telegram")["Bot token"] });
    const customer = "Nadia Petrova";
    await write("telegram", "text", { customer, text: "Where is my parcel?" });
    const chat = await waitForChat(customer);
    await waitForText(chat, "Where is my parcel?");
    await write("telegram", "edit", { customer, text: "Where is my order?" });
    await waitForText(chat, "Where is my order?");
    await write("telegram", "photo", { customer, text: "This one" });
    expect((await waitForText(chat, "This one")).kind).toBe("media");
    await answer(chat, "On its way");
    expect(await waitForReply("telegram", "On its way")).toMatchObject({ customer });
  });

  test("[CON-061] Telegram: a repeated update is stored once, and a message waits for the end of an error", async () => {
    const customer = "Nadia Petrova";
    const chat = await waitForChat(customer);
    await switchFault("telegram", "repeats", true);
    await write("telegram", "text", { customer, text: "Only once" });
    await write("telegram", "text", { customer, text: "The next one" });
    await waitForText(chat, "The next one");
    expect((await parlour.messages(chat)).filter(({ text }) => text === "Only once")).toHaveLength(
      1,
    );
    await switchFault("telegram", "error", true);
    const id = await answer(chat, "After the error");
    await expect
      .poll(async () => (await parlour.messages(chat)).find((one) => one.id === id)?.delivery)
      .toMatchObject({ state: "pending" });
    await switchFault("telegram", "error", false);
    await waitForReply("telegram", "After the error");
    expect(
      (await act("service-fault", { service: "telegram", fault: "x", on: true }))["fault"],
    ).toBe("The service has no such fault.");
  });

  test("[CON-060] [CON-061] WhatsApp: a customer writes, sends a picture, and reads the answer", async () => {
    const customer = "Anna Keller";
    expect(
      await act("service-customer", {
        service: "whatsapp",
        action: "text",
        values: { customer, text: "Too early" },
      }),
    ).toEqual({ fault: expect.stringContaining("Add the channel in Parlour first") as string });
    const printed = readPrinted("Add channel → WhatsApp");
    await createChannel("whatsapp", {
      phone_number_id: printed["Phone number ID"],
      waba_id: printed["WhatsApp Business Account ID"],
      access_token: printed["Access token"],
      app_secret: printed["App secret"],
    });
    await expect
      .poll(() =>
        act("service-customer", {
          service: "whatsapp",
          action: "text",
          values: { customer, text: "Hello" },
        }),
      )
      .toEqual({ ok: true });
    const chat = await waitForChat(customer);
    await write("whatsapp", "picture", { customer, text: "Look" });
    expect((await waitForText(chat, "Look")).kind).toBe("media");
    await switchFault("whatsapp", "disorder", true);
    const id = await answer(chat, "Hi Anna");
    const reply = await waitForReply("whatsapp", "Hi Anna");
    expect(reply.tags).toEqual(["read", "delivered", "sent"]);
    await expect
      .poll(async () => (await parlour.messages(chat)).find((one) => one.id === id))
      .toMatchObject({ seen_at: expect.any(String) as unknown });
    await expect
      .poll(async () => (await readMessages("whatsapp"))[0]?.tags)
      .toContain("taken by Parlour");
  });

  test("[CON-060] [CON-061] mail: a customer writes, gets the answer, and answers it", async () => {
    const printed = readPrinted("Add channel → Mail");
    const readServer = (title: string) => ({
      host: printed[`${title} server`],
      port: Number(printed[`${title} port`]),
      security: printed[`${title} encryption`]?.toLowerCase(),
      user: printed[`${title} username`],
    });
    await createChannel("mail", {
      address: printed["Address"],
      receive: "imap",
      imap: readServer("IMAP"),
      imap_password: printed["IMAP password"],
      send: "smtp",
      smtp: readServer("SMTP"),
      smtp_password: printed["SMTP password"],
    });
    const customer = "anna@customer.example";
    const file = {
      name: "order.txt",
      type: "text/plain",
      data: Buffer.from("7").toString("base64"),
    };
    expect(
      await act("service-customer", { service: "mail", action: "answer", values: { customer } }),
    ).toEqual({ fault: `Parlour has sent no mail to ${customer} yet.` });
    await write("mail", "mail", { customer, subject: "Order 7", text: "Where is it?", file });
    const chat = await waitForChat(customer);
    await waitForText(chat, "Where is it?");
    await answer(chat, "It was sent today");
    const reply = await waitForReply("mail", "It was sent today");
    expect(reply).toMatchObject({ customer, title: "Re: Order 7" });
    await write("mail", "answer", { customer, text: "Thank you" });
    await waitForText(chat, "Thank you");
    await write("mail", "absence", { customer });
    expect((await waitForText(chat, "I am on holiday.")).origin?.automatic).toBe(true);
    await write("mail", "bounce", { customer });
    await expect
      .poll(async () =>
        (await parlour.messages(chat)).find(({ text }) => text === "It was sent today"),
      )
      .toMatchObject({ delivery: { state: "failed" } });
    await expect
      .poll(async () =>
        (await readMessages("mail"))
          .filter(({ from }) => from === "customer")
          .flatMap(({ tags }) => tags.at(-1)),
      )
      .toEqual(Array.from({ length: 4 }, () => "read by Parlour"));
  });

  test("[CON-060] channels keep working after the lab was started again, and it removes its addresses at the end", async () => {
    const before = readPrinted("Telegram");
    stopping.abort();
    expect(await exit).toBe(0);
    expect((await parlour.owner.call("GET", "instance")).body).toMatchObject({ egress_allow: [] });
    await startLab(parlour.url, parlour.owner.key);
    expect(readPrinted("Telegram")).toEqual(before);
    for (const [service, action] of [
      ["telegram", "text"],
      ["whatsapp", "text"],
      ["mail", "mail"],
    ] as const) {
      const customer = `${service}@customer.example`;
      await write(service, action, { customer, subject: "Back", text: `Back at ${service}` });
      await waitForText(await waitForChat(customer), `Back at ${service}`);
    }
  });
});
