import { readFileSync } from "node:fs";
import net from "node:net";
import type { Channel, Message } from "@parlour/protocol";
import { findFreePort, startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startMailService, type MailService } from "../../lab/src/services/mail/index.ts";
import { openImapConnection } from "../src/edges/mail/receive/imap-connection.ts";
import { buildMail, headerOf, sendRaw } from "./mail-channel-fixture.ts";
import { installMailServers, startMailServers, type RealMailServers } from "./real-mail-servers.ts";

/**
 * A mail channel with Dovecot and Exim of Debian. As root, the test installs them. Otherwise, and
 * without network, it is skipped with the reason in its name.
 */
const missing = installMailServers();
const withinMs = 90_000;

describe.skipIf(missing !== null)(
  `Dovecot and Exim${missing === null ? "" : ` (skipped: ${missing})`}`,
  () => {
    let servers: RealMailServers;
    /** Mail server of the customers. */
    let customers: MailService;
    let parlour: TestParlour;
    let shop: Channel;
    let desk: Channel;
    let receiverPort: number;

    beforeAll(async () => {
      receiverPort = await findFreePort();
      customers = await startMailService({ accounts: {} });
      servers = await startMailServers({ customerPort: customers.smtpPort, receiverPort });
      parlour = await startTestParlour({
        clock: "system",
        env: { EGRESS_ALLOW: "127.0.0.0/8", SMTP_LISTEN: `127.0.0.1:${receiverPort}` },
      });
      const host = { host: "127.0.0.1", security: "none", user: "shop@lab.example" };
      const smtp = {
        send: "smtp",
        smtp: { ...host, port: servers.smtpPort },
        smtp_password: "secret",
      };
      shop = await create("Shop", {
        address: "shop@lab.example",
        receive: "imap",
        imap: { ...host, port: servers.imapPort, move_to: "Done" },
        imap_password: "secret",
        ...smtp,
      });
      desk = await create("Desk", { address: "desk@mx.example", receive: "smtp", ...smtp });
    }, 120_000);
    afterAll(async () => {
      await parlour.close();
      await servers.close();
      await customers.stop();
    });

    const create = async (name: string, settings: object): Promise<Channel> => {
      const body = { kind: "mail", name, operators: [parlour.owner.id], settings };
      const created = await parlour.owner.call("POST", "channels", body);
      expect(created.status, created.text).toBe(201);
      return created.body as Channel;
    };
    const waitForText = (customer: string, text: string): Promise<Message> =>
      vi.waitFor(
        async () => {
          const chat = await parlour.findChat(customer);
          const messages = chat.id === undefined ? [] : await parlour.messages(chat.id);
          const found = messages.find((message) => message.text === text);
          expect(found, text).toBeDefined();
          return found as Message;
        },
        { timeout: withinMs, interval: 200 },
      );
    const answer = async (chatId: number, text: string): Promise<void> => {
      const body = { kind: "text", text, client_id: text };
      const sent = await parlour.owner.call("POST", `chats/${chatId}/messages`, body);
      expect(sent.status, sent.text).toBe(201);
    };
    const waitForMail = (to: string, text: string): Promise<string> =>
      vi.waitFor(
        () => {
          const mails = customers.submitted.filter((mail) => mail.to.includes(to));
          const found = mails.map(({ raw }) => raw.toString()).find((raw) => raw.includes(text));
          expect(found, text).toBeDefined();
          return found ?? "";
        },
        { timeout: withinMs, interval: 200 },
      );

    test("[MAIL-030] [MAIL-033] [MAIL-040] [MAIL-060] a mail, its answer and the reply by mailbox and submission", async () => {
      const customer = "anna@customer.example";
      const mail = buildMail({ from: `Anna <${customer}>`, id: "first", text: "Is it back?" });
      expect(await sendRaw(servers.smtpPort, "shop@lab.example", mail)).toBe(250);
      const message = await waitForText(customer, "Is it back?");
      await answer(message.chat_id, "From Monday.");
      const answered = await waitForMail(customer, "From Monday.");
      expect(headerOf(answered, "In-Reply-To")).toBe("<first@customer.example>");
      const to = headerOf(answered, "Reply-To");
      const reply = buildMail({ from: "anna@work.example", to, id: "second", text: "Great." });
      expect(await sendRaw(servers.smtpPort, to, reply)).toBe(250);
      expect((await waitForText(customer, "Great.")).chat_id).toBe(message.chat_id);
    }, 200_000);

    test("[MAIL-051] a mail to the receiver waits at its server while Parlour is stopped", async () => {
      const customer = "bert@customer.example";
      const send = (id: string, text: string) =>
        sendRaw(
          servers.smtpPort,
          "desk@mx.example",
          buildMail({ from: customer, to: "desk@mx.example", id, text }),
        );
      expect(await send("b1", "one")).toBe(250);
      await waitForText(customer, "one");
      expect((await parlour.findChat(customer)).channel.id).toBe(desk.id);
      await parlour.restart();
      expect(await send("b2", "two")).toBe(250);
      await waitForText(customer, "two");
    }, 200_000);

    test("[MAIL-037] a report of Exim marks the message as undelivered", async () => {
      const customer = "nobody@unknown.example";
      const mail = buildMail({ from: customer, id: "unknown", text: "Please answer." });
      expect(await sendRaw(servers.smtpPort, "shop@lab.example", mail)).toBe(250);
      const { chat_id: chatId } = await waitForText(customer, "Please answer.");
      await answer(chatId, "We cannot reach you.");
      await vi.waitFor(
        async () => {
          const sent = (await parlour.messages(chatId)).find(({ delivery }) => delivery);
          expect(sent?.delivery).toMatchObject({
            state: "failed",
            error: { code: expect.stringMatching(/^5\./) },
          });
        },
        { timeout: 2 * withinMs, interval: 500 },
      );
    }, 300_000);

    test("[MAIL-072] the test proves both directions", async () => {
      const tested = await parlour.owner.call("POST", `channels/${shop.id}/connection-test`);
      expect(tested.body).toMatchObject({ outbound: { ok: true }, inbound: { ok: true } });
    }, 60_000);

    test("[MAIL-070] TLS and STARTTLS of Dovecot, with the certificate verified", async () => {
      const ca = readFileSync(new URL("fixtures/tls/ca.pem", import.meta.url), "utf8");
      const open = (port: number, security: "tls" | "starttls", trusted?: string) =>
        openImapConnection(
          {
            ...(trusted === undefined ? {} : { ca: trusted }),
            connect: () =>
              new Promise((resolve) => {
                const socket = net.connect(port, "127.0.0.1", () => resolve(socket));
              }),
          },
          { host: "ok.example", port, security, user: "shop@lab.example", password: "secret" },
          1_000_000,
          new AbortController().signal,
        );
      for (const [port, security] of [
        [servers.imapTlsPort, "tls"],
        [servers.imapPort, "starttls"],
      ] as const) {
        const client = await open(port, security, ca);
        expect(client.secureConnection).toBe(true);
        await client.logout();
        await expect(open(port, security)).rejects.toThrow();
      }
    }, 60_000);
  },
);
