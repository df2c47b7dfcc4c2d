import type { Message } from "@parlour/protocol";
import {
  createPreparedDataDir,
  createSeededRandom,
  findFreePort,
  removeDataDir,
  startServerProcess,
  writeProvisioningFile,
  type ServerProcess,
} from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startMailService, type MailService } from "../../lab/src/services/mail/index.ts";
import { headerOf, sendRaw } from "./mail-channel-fixture.ts";

/**
 * Kills the server and its database while mails arrive by IMAP and SMTP and answers are sent
 * (reliability.md 4.1). Needs a build. `KILL_CYCLES` is the number of kills.
 */
const killCycles = Number(process.env["KILL_CYCLES"] ?? 20);
const apiKey = `pk_test_${"0".repeat(32)}`;
const imapAddress = "shop@lab.example";
const smtpAddress = "sales@lab.example";
const customersPerChannel = 4;

let service: MailService;
let dataDir: string;
let server: ServerProcess;
let receiverPort: number;
let port: number;
let env: Record<string, string>;
let isRunning = true;

beforeAll(async () => {
  service = await startMailService({
    accounts: { [imapAddress]: "secret", [smtpAddress]: "secret" },
  });
  dataDir = createPreparedDataDir();
  [port, receiverPort] = [await findFreePort(), await findFreePort()];
  env = {
    PARLOUR_CONFIG: writeProvisioningFile(dataDir, {
      key: apiKey,
      egressAllow: ["127.0.0.0/8"],
    }),
    SMTP_LISTEN: `127.0.0.1:${receiverPort}`,
  };
  server = await startServer();
  const { body: operators } = await call<{ items: { id: number }[] }>("GET", "operators");
  for (const [address, receive] of [
    [imapAddress, "imap"],
    [smtpAddress, "smtp"],
  ] as const) {
    const host = { host: service.host, security: "none", user: address };
    const created = await call("POST", "channels", {
      kind: "mail",
      name: receive,
      operators: operators.items.map(({ id }) => id),
      settings: {
        address,
        receive,
        imap: { ...host, port: service.imapPort },
        imap_password: "secret",
        send: "smtp",
        smtp: { ...host, port: service.smtpPort },
        smtp_password: "secret",
      },
    });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
  }
}, 120_000);
afterAll(async () => {
  isRunning = false;
  await server.stop();
  await service.stop();
  removeDataDir(dataDir);
});

const startServer = (): Promise<ServerProcess> => startServerProcess({ dataDir, port, env });
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** Calls the API. Resolves with status 0 while the server is away. */
async function call<T = unknown>(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly body: T }> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as T };
  } catch {
    return { status: 0, body: {} as T };
  }
}

/** Texts that each customer wrote, in order, and answers that each of them was promised. */
const written = new Map<string, string[]>();
const promised = new Map<string, string[]>();
const toCustomer = (channel: string, n: number): string => `${channel}${n}@customer.example`;

function nextMail(customer: string, to: string): { readonly raw: string; readonly text: string } {
  const texts = written.get(customer) ?? [];
  const text = `${customer} ${texts.length}`;
  return {
    text,
    raw: [
      `From: ${customer}`,
      `To: ${to}`,
      `Message-ID: <${texts.length}.${customer}>`,
      "Subject: Order",
      "",
      text,
      "",
    ].join("\r\n"),
  };
}
const record = (map: Map<string, string[]>, customer: string, text: string): void =>
  void map.set(customer, [...(map.get(customer) ?? []), text]);

/** Puts mails into the mailbox, as its server does whether Parlour runs or not. */
async function writeToMailbox(customer: string): Promise<void> {
  while (isRunning) {
    const { raw, text } = nextMail(customer, imapAddress);
    service.deliver(imapAddress, raw);
    record(written, customer, text);
    await wait(1_000);
  }
}
/** Sends mails as a mail server does: each is repeated until it is accepted. */
async function writeBySmtp(customer: string): Promise<void> {
  while (isRunning) {
    const { raw, text } = nextMail(customer, smtpAddress);
    while ((await sendRaw(receiverPort, smtpAddress, raw)) !== 250) await wait(50);
    record(written, customer, text);
    await wait(500);
  }
}
/** Answers the customers in turn. Each answer is repeated with its id until it is stored. */
async function answerCustomers(customers: readonly string[]): Promise<void> {
  const chats = new Map<string, number>();
  for (let n = 0; isRunning; n++) {
    const customer = customers[n % customers.length] ?? "";
    const chatId = chats.get(customer) ?? (await findChat(customer));
    if (chatId !== null) {
      chats.set(customer, chatId);
      const text = `answer ${n}`;
      const sent = { kind: "text", text, client_id: `a${n}` };
      // A repeat of a stored answer gets 200.
      while (![200, 201].includes((await call("POST", `chats/${chatId}/messages`, sent)).status))
        await wait(50);
      record(promised, customer, text);
    }
    await wait(150);
  }
}
async function findChat(customer: string): Promise<number | null> {
  const { body } = await call<{ items?: { id: number; visitor: { customer: string | null } }[] }>(
    "GET",
    "chats?limit=50",
  );
  return body.items?.find((chat) => chat.visitor.customer === customer)?.id ?? null;
}

async function readStored(customer: string): Promise<readonly string[]> {
  const chatId = await findChat(customer);
  const texts: string[] = [];
  for (let before = ""; chatId !== null;) {
    const { body } = await call<{ items: Message[] }>(
      "GET",
      `chats/${chatId}/messages?limit=200${before}`,
    );
    texts.unshift(
      ...body.items.filter(({ author }) => author.kind === "visitor").map(({ text }) => text),
    );
    if (body.items.length < 200) break;
    before = `&before=${body.items[0]?.seq}`;
  }
  return texts;
}
/**
 * Returns the answers in the mails to a customer. A mail that arrives again under its id counts
 * once.
 */
function readReceived(customer: string): readonly string[] {
  const mails = new Map<string, string>();
  for (const { to, raw } of service.submitted) {
    if (!to.includes(customer)) continue;
    const text = raw.toString();
    const id = headerOf(text, "Message-ID");
    const answers = (/text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n----/.exec(text)?.[1] ?? "").match(
      /answer \d+/g,
    );
    const content = (answers ?? []).join("\n");
    expect(mails.get(id) ?? content, `two mails ${id}`).toBe(content);
    mails.set(id, content);
  }
  return [...mails.values()].flatMap((content) => content.split("\n"));
}

test(
  `[MAIL-041] [MAIL-051] [MAIL-061] [P1] [P3] ${killCycles} kills while mails arrive and leave: none is lost, none is stored or sent twice, all are in order`,
  async () => {
    const byImap = Array.from({ length: customersPerChannel }, (_, n) => toCustomer("imap", n));
    const bySmtp = Array.from({ length: customersPerChannel }, (_, n) => toCustomer("smtp", n));
    const customers = [...byImap, ...bySmtp];
    const load = [
      ...byImap.map(writeToMailbox),
      ...bySmtp.map(writeBySmtp),
      answerCustomers(customers),
    ];
    const random = createSeededRandom(20_261_126);
    for (let n = 0; n < killCycles; n++) {
      await wait(1_500 + random() * 3_500);
      await server.kill(n % 2 === 0 ? "both" : "server");
      server = await startServer();
    }
    await wait(3_000);
    isRunning = false;
    await Promise.all(load);
    await expect
      .poll(async () => (await Promise.all(customers.map(readStored))).flat().length, {
        timeout: 180_000,
        interval: 1_000,
      })
      .toBe([...written.values()].flat().length);
    await expect
      .poll(() => customers.flatMap(readReceived).length, { timeout: 180_000, interval: 1_000 })
      .toBe([...promised.values()].flat().length);
    for (const customer of customers) {
      expect(await readStored(customer)).toEqual(written.get(customer));
      expect(readReceived(customer)).toEqual(promised.get(customer));
    }
    const repeated =
      service.submitted.length -
      new Set(service.submitted.map(({ raw }) => headerOf(raw.toString(), "Message-ID"))).size;
    console.log(
      `${killCycles} kills: ${[...written.values()].flat().length} mails received, ${[...promised.values()].flat().length} answers in ${service.submitted.length} mails, of which ${repeated} were repeats under their id`,
    );
  },
  600_000 + killCycles * 60_000,
);
