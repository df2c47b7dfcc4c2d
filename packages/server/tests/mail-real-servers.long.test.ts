import { readFileSync } from "node:fs";
import net from "node:net";
import type { Channel, Message } from "@parlour/protocol";
import { findFreePort, startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { startMailService, type MailService } from "../../lab/src/services/mail/index.ts";
import { parseMail } from "../src/edges/mail/format/parse/index.ts";
import {
  openImapConnection,
  type ImapConnection,
} from "../src/edges/mail/service/imap-connection.ts";
import type { MailHost } from "../src/edges/mail/settings.ts";
import { fetchFile, toServerUrl, upload } from "./files-fixture.ts";
import { buildMail, headerOf, sendRaw } from "./mail-channel-fixture.ts";
import { installMailServers, startMailServers, type RealMailServers } from "./real-mail-servers.ts";

/**
 * A mail channel with Dovecot and Exim of Debian. As root, the test installs them. Otherwise, and
 * without network, it is skipped with the reason in its name.
 */
const missing = installMailServers();
/** Answers leave after 60 s. Less than 120 s, after which a mailbox is read without IDLE. */
const withinMs = 90_000;
const waitFor = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: withinMs, interval: 200 });
const pdf = Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.from([0, 13, 10, 46, 13, 10, 255])]);

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
    const opened: (() => Promise<void>)[] = [];

    beforeAll(async () => {
      receiverPort = await findFreePort();
      customers = await startMailService({ accounts: {} });
      opened.push(() => customers.stop());
      servers = await startMailServers({ customerPort: customers.smtpPort, receiverPort });
      opened.push(() => servers.close());
      parlour = await startTestParlour({
        clock: "system",
        env: { EGRESS_ALLOW: "127.0.0.0/8", SMTP_LISTEN: `127.0.0.1:${receiverPort}` },
      });
      opened.push(() => parlour.close());
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
      for (const close of opened.toReversed()) await close();
    });

    const create = async (name: string, settings: object): Promise<Channel> => {
      const body = { kind: "mail", name, operators: [parlour.owner.id], settings };
      const created = await parlour.owner.call("POST", "channels", body);
      expect(created.status, created.text).toBe(201);
      return created.body as Channel;
    };
    const waitForText = (customer: string, text: string): Promise<Message> =>
      waitFor(async () => {
        const chat = await parlour.findChat(customer);
        const messages = chat.id === undefined ? [] : await parlour.messages(chat.id);
        const found = messages.find((message) => message.text === text);
        expect(found, text).toBeDefined();
        return found as Message;
      });
    const answer = async (
      chatId: number,
      text: string,
      content: object = { kind: "text" },
    ): Promise<void> => {
      const body = { ...content, text, client_id: text.replaceAll(" ", "-") };
      const sent = await parlour.owner.call("POST", `chats/${chatId}/messages`, body);
      expect(sent.status, sent.text).toBe(201);
    };
    const waitForMail = (to: string, text: string): Promise<string> =>
      waitFor(() => {
        const mails = customers.submitted.filter((mail) => mail.to.includes(to));
        const found = mails.map(({ raw }) => raw.toString()).find((raw) => raw.includes(text));
        expect(found, text).toBeDefined();
        return found ?? "";
      });
    const openMailbox = ({
      ca,
      ...server
    }: Pick<MailHost, "port" | "security"> & { readonly ca?: string }): Promise<ImapConnection> =>
      openImapConnection(
        {
          ...(ca === undefined ? {} : { ca }),
          accessTokens: {
            get: () => Promise.reject(new Error("nobody signed in")),
            markRefused: () => undefined,
          },
          connect: () =>
            new Promise((resolve) => {
              const socket = net.connect(server.port, "127.0.0.1", () => resolve(socket));
            }),
        },
        { ...server, host: "ok.example", user: "shop@lab.example", password: "secret" },
        1_000_000,
        new AbortController().signal,
      );

    test("[MAIL-030] [MAIL-033] [MAIL-040] [MAIL-041] [MAIL-060] a mail, its answer and the reply by mailbox and submission", async () => {
      const customer = "anna@customer.example";
      const mail = buildMail({ from: `Anna <${customer}>`, id: "first", text: "Is it back?" });
      expect(await sendRaw(servers.smtpPort, "shop@lab.example", mail)).toBe(250);
      const message = await waitForText(customer, "Is it back?");
      await answer(message.chat_id, "From Monday.");
      const answered = await waitForMail(customer, "From Monday.");
      expect(headerOf(answered, "In-Reply-To")).toBe("<first@customer.example>");
      const to = headerOf(answered, "Reply-To");
      const from = "anna@work.example";
      const reply = buildMail({ from, to, id: "second", text: "Great." });
      expect(await sendRaw(servers.smtpPort, to, reply)).toBe(250);
      expect((await waitForText(customer, "Great.")).chat_id).toBe(message.chat_id);
      const headers = [`In-Reply-To: ${headerOf(answered, "Message-ID")}`];
      const plain = buildMail({ from, headers, id: "third", text: "And in blue?" });
      expect(await sendRaw(servers.smtpPort, "shop@lab.example", plain)).toBe(250);
      expect((await waitForText(customer, "And in blue?")).chat_id).toBe(message.chat_id);
      expect(customers.submitted.filter((sent) => sent.to.includes(customer))).toHaveLength(1);
      const client = await openMailbox({ port: servers.imapPort, security: "none" });
      onTestFinished(() => client.close());
      await client.mailboxOpen("Done");
      await waitFor(async () =>
        expect(await client.search({ seen: true }, { uid: true })).toHaveLength(3),
      );
    }, 300_000);

    test("[MAIL-032] [MAIL-060] [MAIL-065] a subject beyond ASCII and a file, in both directions", async () => {
      const customer = "zoe@customer.example";
      const subject = "Größe 38: «Туфли» 👠";
      const mail = [
        `From: =?utf-8?Q?Zo=C3=AB?= <${customer}>`,
        "To: shop@lab.example",
        `Subject: =?utf-8?B?${Buffer.from(subject).toString("base64")}?=`,
        "Message-ID: <zoe@customer.example>",
        "MIME-Version: 1.0",
        "Content-Type: multipart/mixed; boundary=b1",
        "",
        "--b1",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        "",
        "Anbei die Rücksendung.",
        "--b1",
        "Content-Type: application/pdf",
        "Content-Disposition: attachment; filename*=utf-8''R%C3%BCckgabe.pdf",
        "Content-Transfer-Encoding: base64",
        "",
        pdf.toString("base64"),
        "--b1--",
        "",
      ].join("\r\n");
      expect(await sendRaw(servers.smtpPort, "shop@lab.example", mail)).toBe(250);
      const message = await waitForText(customer, "Anbei die Rücksendung.");
      expect(message).toMatchObject({
        origin: { subject, from: customer },
        media: { file_name: "Rückgabe.pdf" },
      });
      const stored = await fetchFile(toServerUrl(parlour, message.media?.file ?? ""));
      expect(stored.bytes.equals(pdf)).toBe(true);
      const form = { name: "Etikett für Zoë.pdf", bytes: pdf };
      const { body: file } = await upload(parlour.owner.call, form);
      await answer(message.chat_id, "Label", { kind: "file", upload_id: file.id });
      const sent = await parseMail(Buffer.from(await waitForMail(customer, "Label")), {
        maxBytes: 1_000_000,
        receivedAt: Date.now(),
        authenticationServers: [],
        markers: [],
      });
      expect(sent.subject).toBe(`Re: ${subject}`);
      expect(sent.attachments.map(({ name }) => name)).toEqual([form.name]);
      expect(sent.attachments.map(({ content }) => pdf.equals(content))).toEqual([true]);
    }, 300_000);

    test("[MAIL-041] [MAIL-042] mails that arrive while Dovecot and Parlour restart are stored once", async () => {
      const customer = "ravi@customer.example";
      const texts: string[] = [];
      const write = async (count: number): Promise<void> => {
        for (let i = 0; i < count; i++) {
          const id = `ravi-${texts.length}`;
          texts.push(id);
          const mail = buildMail({ from: customer, id, text: id });
          expect(await sendRaw(servers.smtpPort, "shop@lab.example", mail)).toBe(250);
        }
      };
      const readProblem = async (): Promise<unknown> =>
        ((await parlour.owner.call("GET", `channels/${shop.id}`)).body as Channel).problem ?? null;
      const waitUntilRead = (): Promise<void> =>
        waitFor(async () => {
          const chat = await parlour.findChat(customer);
          const messages = chat.id === undefined ? [] : await parlour.messages(chat.id);
          const stored = messages.filter(({ author }) => author.kind === "visitor");
          expect(stored.map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
        });
      await write(1);
      await waitUntilRead();
      await servers.stopDovecot();
      await write(5);
      await waitFor(async () => expect(await readProblem()).not.toBeNull());
      await servers.startDovecot();
      await waitUntilRead();
      await waitFor(async () => expect(await readProblem()).toBeNull());
      const writing = write(20);
      await servers.stopDovecot();
      await servers.startDovecot();
      await parlour.restart();
      await writing;
      await waitUntilRead();
      await write(1);
      await waitUntilRead();
    }, 300_000);

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

    test("[MAIL-037] reports of Exim mark messages to unknown recipients as undelivered", async () => {
      // Exim knows no server for the first, and the server of the second refuses them.
      const recipients = ["nobody@unknown.example", "nobody@customer.example"];
      customers.smtpFaults.refuse = { at: "recipient", code: 550 };
      onTestFinished(() => {
        delete customers.smtpFaults.refuse;
      });
      const chats = await Promise.all(
        recipients.map(async (customer) => {
          const mail = buildMail({ from: customer, id: customer, text: "Please answer." });
          expect(await sendRaw(servers.smtpPort, "shop@lab.example", mail)).toBe(250);
          const { chat_id: chatId } = await waitForText(customer, "Please answer.");
          await answer(chatId, `Nobody reads ${customer}`);
          return chatId;
        }),
      );
      for (const chatId of chats)
        await waitFor(async () => {
          const sent = (await parlour.messages(chatId)).find(({ delivery }) => delivery);
          expect(sent?.delivery).toMatchObject({
            state: "failed",
            error: { code: expect.stringMatching(/^5\./) },
          });
        });
    }, 300_000);

    test("[MAIL-072] the test proves both directions", async () => {
      const tested = await parlour.owner.call("POST", `channels/${shop.id}/connection-test`);
      expect(tested.body).toMatchObject({ outbound: { ok: true }, inbound: { ok: true } });
    }, 60_000);

    test("[MAIL-070] TLS and STARTTLS of Dovecot, with the certificate verified", async () => {
      const ca = readFileSync(new URL("fixtures/tls/ca.pem", import.meta.url), "utf8");
      for (const [port, security] of [
        [servers.imapTlsPort, "tls"],
        [servers.imapPort, "starttls"],
      ] as const) {
        const client = await openMailbox({ port, security, ca });
        expect(client.secureConnection).toBe(true);
        await client.logout();
        await expect(openMailbox({ port, security })).rejects.toThrow();
      }
    }, 60_000);
  },
);
