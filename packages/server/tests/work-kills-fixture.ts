import { fileURLToPath } from "node:url";
import {
  findFreePort,
  startMailServer,
  type FakeMailServer,
  type ServerProcess,
} from "@parlour/testkit";
import { expect } from "vitest";
import { apiKey, createCrashFixture, startServer, type CrashFixture } from "./crash-fixture.ts";

/** An installation whose due work runs while it is killed. */
export interface WorkFixture {
  readonly crash: CrashFixture;
  readonly mail: FakeMailServer;
  readonly start: () => Promise<ServerProcess>;
  /** Starts the server with a clock that is this many milliseconds ahead. */
  readonly startAhead: (ms: number) => Promise<ServerProcess>;
  /** Sends a request. Resolves with null if it was refused, or if no answer came. */
  readonly call: <T>(method: string, path: string, body?: object) => Promise<T | null>;
  /** Sends a message of a customer. Resolves with false if it was not acknowledged. */
  readonly write: (customer: string, id: string, email?: string) => Promise<boolean>;
  /** Repeats an answer until it is acknowledged. Accepts the chat if it waits again. */
  readonly answer: (chat: number, text: string) => Promise<void>;
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));
export const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
const timeoutMs = 20_000;
const aheadEntry = fileURLToPath(
  new URL("../../testkit/src/shifted-clock-server.ts", import.meta.url),
);
const login = { user: "shop@shop.example", password: "secret" };

/** Opens the fixture. The server is not started. */
export async function openWorkFixture(): Promise<WorkFixture> {
  const [crash, mail, receiverPort] = [
    await createCrashFixture(),
    await startMailServer({ login }),
    await findFreePort(),
  ];
  const env = { EGRESS_ALLOW: "127.0.0.0/8", SMTP_LISTEN: `127.0.0.1:${receiverPort}` };
  const send = async (url: string, method: string, body?: object): Promise<Response | null> => {
    try {
      const response = await fetch(url, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
        signal: AbortSignal.timeout(timeoutMs),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      // A body that ends early is no answer, too.
      return new Response(await response.text(), { status: response.ok ? 200 : 400 });
    } catch {
      return null;
    }
  };
  const fixture: WorkFixture = {
    crash,
    mail,
    start: () => startServer(crash, { env }),
    startAhead: (ms) =>
      startServer(crash, { entry: aheadEntry, env: { ...env, CLOCK_SHIFT_MS: String(ms) } }),
    async call<T>(method: string, path: string, body?: object) {
      const response = await send(`${crash.api}${path}`, method, body);
      return response?.ok === true ? ((await response.json()) as T) : null;
    },
    write: async (customer, id, email) =>
      (
        await send(crash.inboundUrl, "POST", {
          sender: { id: customer, name: customer, ...(email !== undefined && { email }) },
          message: { type: "text", id, text: id },
        })
      )?.ok === true,
    async answer(chat, text) {
      const body = { kind: "text", text, client_id: text.replaceAll(" ", "-") };
      while ((await fixture.call("POST", `/chats/${chat}/messages`, body)) === null) {
        await fixture.call("POST", `/chats/${chat}/accept`, {});
        await pause(50);
      }
    },
  };
  return fixture;
}

/** Texts by which the effects of the rules are found. */
export const texts = {
  messageNote: "Message by the rule",
  messageNotice: "Notice by the rule",
  lateNote: "Late by the rule",
  lateReminder: "Reminder by the rule",
  brokenNote: "Broken by the rule",
  silentNote: "Silent by the rule",
  beforeSilence: "Is it solved",
} as const;
/** Begins the names of customers, and says what happens to their chats. */
type CustomerKind = "busy" | "late" | "promised" | "recipient" | "silent";
export const customerCounts: Readonly<Record<CustomerKind, number>> = {
  busy: 8,
  late: 24,
  promised: 8,
  recipient: 12,
  silent: 8,
};
const reportCount = 50;

/** What the work needs. */
export interface Prepared {
  /** Chats of the customers of each kind, which an operator has accepted and answered. */
  readonly chats: Readonly<Record<CustomerKind, readonly number[]>>;
  readonly broadcast: { readonly segment_id: number; readonly channel_id: number };
  /** When each scheduled report is due, in ms since 1970. */
  readonly reports: ReadonlyMap<string, number>;
}

/** Adds the rules, the policy, the reports and the chats. */
export async function prepareWork(fixture: WorkFixture): Promise<Prepared> {
  const create = async (path: string, body: object): Promise<number> => {
    const created = await fixture.call<{ id: number }>("POST", path, body);
    expect(created, path).not.toBeNull();
    return created?.id ?? 0;
  };
  const { host, port } = fixture.mail;
  const mail = { host, port, tls: "none", ...login, from: "chat@shop.example" };
  expect(await fixture.call("PUT", "/instance/mail", mail)).not.toBeNull();
  const url = `${fixture.crash.integrator.url}/hook`;
  const webhook = await create("/webhooks", { url, events: ["chat_action"] });
  for (const [event, actions] of [
    [
      "message_by_visitor",
      [
        { type: "note", text: texts.messageNote },
        { type: "notify", to: "managers", by: "email", text: texts.messageNotice },
        { type: "call_webhook", webhook_id: webhook },
      ],
    ],
    [
      "sla_broken",
      [
        { type: "note", text: texts.lateNote },
        { type: "remind", for_s: 1, text: texts.lateReminder },
      ],
    ],
    ["promise_broken", [{ type: "note", text: texts.brokenNote }]],
  ] as const)
    await create("/rules", { name: event, when: { event }, do: actions });
  await create("/rules", {
    name: "silent",
    when: { silent_for_s: 60 },
    if: { fact: "visitor.customer", op: "starts", value: "silent" },
    do: [
      { type: "note", text: texts.silentNote },
      { type: "priority", priority: "high" },
    ],
  });
  await create("/sla-policies", {
    name: "Late",
    if: { fact: "visitor.customer", op: "starts", value: "late" },
    next_reply_s: 60,
    hours: "always",
  });
  return {
    chats: await startChats(fixture),
    broadcast: await prepareBroadcast(fixture, create),
    reports: await createReports(create),
  };
}

async function startChats(fixture: WorkFixture): Promise<Prepared["chats"]> {
  const chats: Record<CustomerKind, number[]> = {
    busy: [],
    late: [],
    promised: [],
    recipient: [],
    silent: [],
  };
  for (const [kind, count] of Object.entries(customerCounts) as [CustomerKind, number][])
    for (let n = 0; n < count; n++)
      expect(await fixture.write(`${kind}${n}`, `first ${kind}${n}`, `${kind}${n}@c.example`)).toBe(
        true,
      );
  const listed = await fixture.call<{
    items: readonly { id: number; visitor: { customer: string } }[];
  }>("GET", "/chats?view=all&limit=200");
  for (const { id, visitor } of listed?.items ?? []) {
    const [, kind = "", n] = /^(\D+)(\d+)$/.exec(visitor.customer) ?? [];
    chats[kind as CustomerKind][Number(n)] = id;
    await fixture.answer(id, `welcome ${id}`);
  }
  return chats;
}

type Create = (path: string, body: object) => Promise<number>;

/** Adds a channel for emails, in which half of the recipients have a running chat. */
async function prepareBroadcast(
  fixture: WorkFixture,
  create: Create,
): Promise<Prepared["broadcast"]> {
  const { host, port } = fixture.mail;
  const ann = await fixture.call<{ id: number }>("GET", "/me");
  const channel = await create("/channels", {
    kind: "mail",
    name: "Mail",
    operators: [ann?.id],
    settings: {
      address: login.user,
      receive: "smtp",
      send: "smtp",
      smtp: { host, port, security: "none", user: login.user },
      smtp_password: login.password,
    },
  });
  for (let n = 0; n < customerCounts.recipient; n += 2)
    await create("/emails", {
      channel_id: channel,
      email: { subject: "Order", to: [{ address: `recipient${n}@c.example` }] },
      text: "Your order",
    });
  const segment = await create("/segments", {
    name: "Recipients",
    if: { fact: "visitor.customer", op: "starts", value: "recipient" },
  });
  return { segment_id: segment, channel_id: channel };
}

/** Adds two daily reports for each of the next minutes. */
async function createReports(create: Create): Promise<Prepared["reports"]> {
  const minuteMs = 60_000;
  const reports = new Map<string, number>();
  const start = Math.ceil((Date.now() + minuteMs / 2) / minuteMs) * minuteMs;
  for (let n = 0; n < reportCount; n++) {
    const dueAt = start + Math.floor(n / 2) * minuteMs;
    const name = `Report ${n};`;
    await create("/scheduled-reports", {
      name,
      report: "days",
      every: "day",
      time: new Date(dueAt).toISOString().slice(11, 16),
      recipients: ["boss@shop.example", "ines@shop.example"],
    });
    reports.set(name, dueAt);
  }
  return reports;
}
