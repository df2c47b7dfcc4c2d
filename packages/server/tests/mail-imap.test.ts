import { readFileSync } from "node:fs";
import net from "node:net";
import tls from "node:tls";
import { testTimeoutMs } from "@parlour/testkit";
import { afterEach, describe, expect, test, vi } from "vitest";
import { startMailService, type MailService } from "../../lab/src/services/mail/index.ts";
import { ManualClock } from "../src/clock.ts";
import {
  startImapMailbox,
  type ImapMailbox,
  type MailboxPosition,
} from "../src/edges/mail/inbound/mailbox/imap-mailbox.ts";

/** Reads mailboxes of the lab's mail server over real connections. */

const address = "shop@lab.example";
const mail = (id: string, text = "hello"): string =>
  `From: Anna <anna@customer.example>\r\nTo: ${address}\r\nMessage-ID: <${id}@customer.example>\r\nSubject: Order\r\n\r\n${text}\r\n`;

interface Fixture {
  readonly service: MailService;
  readonly clock: ManualClock;
  /** Texts of the stored mails. */
  readonly stored: string[];
  readonly unread: string[];
  readonly health: (string | null)[];
  readonly position: () => MailboxPosition | null;
  refuse: Error | null;
  start(): void;
  stop(): Promise<void>;
}
const fixtures: Fixture[] = [];
afterEach(async () => {
  for (const fixture of fixtures.splice(0)) {
    await fixture.stop();
    await fixture.service.stop();
  }
});

async function open(
  more: {
    readonly moveTo?: string;
    readonly maxMailBytes?: number;
    readonly mailbox?: string;
    /** Encryption, by a proxy with this certificate in front of the server. */
    readonly certificate?: string;
  } = {},
): Promise<Fixture> {
  const service = await startMailService({ accounts: { [address]: "secret" }, folders: ["Done"] });
  const proxy =
    more.certificate === undefined ? null : await startTlsProxy(service, more.certificate);
  const clock = new ManualClock();
  let position: MailboxPosition | null = null;
  let mailbox: ImapMailbox | null = null;
  const fixture: Fixture = {
    service,
    clock,
    stored: [],
    unread: [],
    health: [],
    refuse: null,
    position: () => position,
    start() {
      mailbox = startImapMailbox(
        {
          clock,
          maxMailBytes: more.maxMailBytes ?? 100_000,
          ca: certificate("ca.pem"),
          accessTokens: {
            get: () => Promise.reject(new Error("nobody signed in")),
            markRefused: () => undefined,
          },
          connect: () =>
            new Promise((resolve) => {
              const port = proxy?.port ?? service.imapPort;
              const socket = net.connect(port, service.host, () => resolve(socket));
              socket.once("error", resolve);
            }),
          loadPosition: () => Promise.resolve(position),
          savePosition: (next) => {
            position = next;
            return Promise.resolve();
          },
          receive: (raw) => {
            if (fixture.refuse !== null) return Promise.reject(fixture.refuse);
            fixture.stored.push(/\r\n\r\n(.*)\r\n$/s.exec(raw.toString())?.[1] ?? "");
            return Promise.resolve();
          },
          onUnread: (code) => void fixture.unread.push(code),
          onHealth: (failure) => void fixture.health.push(failure?.message ?? null),
        },
        {
          host: "ok.example",
          port: service.imapPort,
          security: proxy === null ? "none" : "tls",
          user: address,
          password: "secret",
          mailbox: more.mailbox ?? "INBOX",
          moveTo: more.moveTo ?? "",
        },
      );
    },
    async stop() {
      await mailbox?.close();
      mailbox = null;
      proxy?.close();
    },
  };
  fixtures.push(fixture);
  return fixture;
}
const certificate = (name: string): string =>
  readFileSync(new URL(`fixtures/tls/${name}`, import.meta.url), "utf8");
/** Encrypts connections to a server with a certificate for `ok.example`. */
function startTlsProxy({ host, imapPort }: MailService, name: string) {
  const server = tls.createServer(
    { cert: certificate(name), key: certificate("peer.key") },
    (client) => {
      const target = net.connect(imapPort, host);
      client.on("error", () => target.destroy()).on("close", () => target.destroy());
      target.on("error", () => client.destroy()).on("close", () => client.destroy());
      client.pipe(target).pipe(client);
    },
  );
  return new Promise<{ readonly port: number; close(): void }>((resolve) =>
    server.listen(0, host, () =>
      resolve({ port: (server.address() as net.AddressInfo).port, close: () => server.close() }),
    ),
  );
}
const isIdle = (fixture: Fixture) => expect.poll(() => fixture.health.at(-1)).toBeNull();

describe("a mailbox", () => {
  test("[MAIL-040] [MAIL-041] mails that arrive are stored in order and then marked; earlier ones are left alone", async () => {
    const fixture = await open();
    fixture.service.deliver(address, mail("old", "before"));
    fixture.start();
    await isIdle(fixture);
    for (let n = 1; n <= 20; n++) fixture.service.deliver(address, mail(`m${n}`, `text ${n}`));
    await expect.poll(() => fixture.stored.length).toBe(20);
    expect(fixture.stored).toEqual(Array.from({ length: 20 }, (_, n) => `text ${n + 1}`));
    const { mails } = fixture.service.account(address).inbox;
    await expect.poll(() => mails.at(-1)?.flags.has("\\Seen")).toBe(true);
    expect(mails[0]?.flags.size).toBe(0);
    expect(fixture.position()).toMatchObject({ uidValidity: "1", lastUid: 21 });
  });
  test("[MAIL-041] a mail is moved only after it is stored, and waits while it cannot be stored", async () => {
    const fixture = await open({ moveTo: "Done" });
    fixture.start();
    await isIdle(fixture);
    fixture.refuse = new Error("the database is away");
    fixture.service.deliver(address, mail("m1"));
    await expect.poll(() => fixture.health.at(-1)).toContain("the database is away");
    const { inbox, folders } = fixture.service.account(address);
    expect(inbox.mails[0]?.flags.size).toBe(0);
    fixture.refuse = null;
    await fixture.clock.advance(2_000);
    await expect.poll(() => folders.get("Done")?.mails.length).toBe(1);
    expect(inbox.mails).toEqual([]);
    expect(fixture.stored).toEqual(["hello"]);
  });
  test("[MAIL-042] mails that arrive while the connection is lost or Parlour is stopped are read afterwards", async () => {
    const fixture = await open();
    fixture.start();
    await isIdle(fixture);
    fixture.service.deliver(address, mail("m1", "1"));
    await expect.poll(() => fixture.stored).toEqual(["1"]);
    await fixture.service.stop();
    await expect.poll(() => fixture.health.at(-1)).not.toBeNull();
    fixture.service.deliver(address, mail("m2", "2"));
    await fixture.service.start();
    await vi.waitFor(async () => {
      await fixture.clock.advance(1_000);
      expect(fixture.stored).toEqual(["1", "2"]);
    }, testTimeoutMs);
    await fixture.stop();
    fixture.service.deliver(address, mail("m3", "3"));
    fixture.start();
    await expect.poll(() => fixture.stored).toEqual(["1", "2", "3"]);
  });
  test("[MAIL-042] a mailbox with another UIDVALIDITY is read again from the last day on", async () => {
    const fixture = await open();
    fixture.start();
    await isIdle(fixture);
    fixture.service.deliver(address, mail("m1", "1"));
    await expect.poll(() => fixture.stored).toEqual(["1"]);
    await fixture.stop();
    fixture.service.deliver(address, mail("m2", "2"));
    fixture.service.account(address).inbox.renumber();
    fixture.start();
    await expect.poll(() => fixture.stored).toEqual(["1", "1", "2"]);
    expect(fixture.position()?.uidValidity).toBe("2");
  });
});

describe("a mail that cannot be stored", () => {
  test("[MAIL-043] is skipped after ten attempts if nothing else fails, stays unread, and stops no others", async () => {
    const fixture = await open();
    fixture.start();
    await isIdle(fixture);
    fixture.refuse = new Error("a bug");
    fixture.service.deliver(address, mail("m1", "poison"));
    await vi.waitFor(async () => {
      await fixture.clock.advance(2_000);
      expect(fixture.unread).toEqual(["mail_unreadable"]);
    }, testTimeoutMs);
    fixture.refuse = null;
    fixture.service.deliver(address, mail("m2", "2"));
    await expect.poll(() => fixture.stored).toEqual(["2"]);
    expect(fixture.service.account(address).inbox.mails[0]?.flags.size).toBe(0);
  });
});

describe("a server that misbehaves", () => {
  test("[MAIL-043] a mail above the limit is not read, whatever size the server claims", async () => {
    const fixture = await open({ maxMailBytes: 1_000 });
    fixture.start();
    await isIdle(fixture);
    fixture.service.deliver(address, mail("m1", "x".repeat(5_000)));
    await expect.poll(() => fixture.unread).toEqual(["mail_too_large"]);
    fixture.service.imapFaults.claimedSize = 10;
    fixture.service.deliver(address, mail("m2", "x".repeat(5_000)));
    await expect.poll(() => fixture.unread).toEqual(["mail_too_large", "mail_too_large"]);
    fixture.service.deliver(address, mail("m3", "short"));
    await expect.poll(() => fixture.stored).toEqual(["short"]);
    expect(fixture.service.account(address).inbox.mails[0]?.flags.size).toBe(0);
  });
  test.each([
    ["announces a literal of 3 GB", { announcedLiteral: 3_000_000_000 }],
    ["ends the connection in the middle of a mail", { endInMail: true }],
  ])(
    "[MAIL-043] [H-569] a server that %s costs this mail after three attempts, and no others",
    async (_name, faults) => {
      const fixture = await open();
      fixture.start();
      await isIdle(fixture);
      Object.assign(fixture.service.imapFaults, faults);
      fixture.service.deliver(address, mail("m1", "y".repeat(300)));
      await vi.waitFor(async () => {
        await fixture.clock.advance(5_000);
        expect(fixture.unread).toEqual(["mail_unreadable"]);
      }, testTimeoutMs);
      for (const key of Object.keys(faults))
        delete (fixture.service.imapFaults as Record<string, unknown>)[key];
      fixture.service.deliver(address, mail("m2", "short"));
      await vi.waitFor(async () => {
        await fixture.clock.advance(5_000);
        expect(fixture.stored).toEqual(["short"]);
      }, testTimeoutMs);
    },
  );
  test("[MAIL-044] a refused sign-in, a missing folder and a server that ends the connection are described", async () => {
    const fixture = await open();
    fixture.service.imapFaults.refuseLogin = true;
    fixture.start();
    await expect.poll(() => fixture.health.at(-1)).toContain("rejected the sign-in as shop@lab");
    fixture.service.imapFaults.refuseLogin = false;
    fixture.service.imapFaults.endAt = "SELECT";
    await fixture.clock.advance(1_000);
    await expect.poll(() => fixture.health.at(-1)).toContain("Reading the mailbox");
    delete fixture.service.imapFaults.endAt;
    await fixture.clock.advance(5_000);
    await isIdle(fixture);
    const other = await open({ mailbox: "Nowhere" });
    other.start();
    await expect.poll(() => other.health.at(-1)).toContain("no such folder");
  });
  test("[MAIL-044] [MAIL-070] an encrypted connection needs a valid certificate", async () => {
    const good = await open({ certificate: "good.pem" });
    good.start();
    await isIdle(good);
    good.service.deliver(address, mail("m1", "over TLS"));
    await expect.poll(() => good.stored).toEqual(["over TLS"]);
    for (const wrong of ["wrong-name.pem", "expired.pem", "self-signed.pem"]) {
      const fixture = await open({ certificate: wrong });
      fixture.start();
      await expect.poll(() => fixture.health.at(-1)).toContain("No secure connection");
    }
  });
});
