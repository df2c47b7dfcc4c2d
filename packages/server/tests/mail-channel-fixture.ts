import type { Channel, Chat, Message } from "@parlour/protocol";
import { findFreePort, startTestParlour, type TestParlour, waitForPass } from "@parlour/testkit";
import { createTransport } from "nodemailer";
import { expect } from "vitest";
import { startMailService, type MailService } from "../../lab/src/services/mail/index.ts";

/** A Parlour with a mail channel, and the lab's mail server with the mailbox of the channel. */
export interface MailChannelFixture {
  readonly parlour: TestParlour;
  readonly service: MailService;
  /** Port of the SMTP receiver of Parlour. */
  readonly receiverPort: number;
  createChannel(name: string, settings: Readonly<Record<string, unknown>>): Promise<Channel>;
  /** Settings of a channel that reads the mailbox of an address and sends by the same server. */
  mailboxSettings(address: string): Readonly<Record<string, unknown>>;
  /** Waits until the mailbox of a channel is read. */
  waitUntilRead(address: string): Promise<void>;
  /** Returns the chats of a channel, newest first. */
  listChats(channel: Channel): Promise<readonly Chat[]>;
  /** Waits for the messages of the customer whose address this is. */
  waitForMessages(address: string, count: number): Promise<readonly Message[]>;
  /** Returns the mails that Parlour sent to an address, as text. */
  sentTo(address: string): readonly string[];
  close(): Promise<void>;
}

export const shopAddress = "shop@lab.example";
export const salesAddress = "sales@lab.example";

/**
 * Opens the fixture. `start` starts Parlour with these environment variables. `onSubmit` is called
 * before the mail server answers that it accepted a mail.
 */
export async function openMailChannelFixture(
  start: (env: Readonly<Record<string, string>>) => Promise<TestParlour> = (env) =>
    startTestParlour({ env }),
  onSubmit: () => void = () => undefined,
): Promise<MailChannelFixture> {
  const receiverPort = await findFreePort();
  const [service, parlour] = await Promise.all([
    startMailService({ accounts: { [shopAddress]: "secret", [salesAddress]: "secret" }, onSubmit }),
    start({ EGRESS_ALLOW: "127.0.0.0/8", SMTP_LISTEN: `127.0.0.1:${receiverPort}` }),
  ]);
  const { owner } = parlour;
  return {
    parlour,
    service,
    receiverPort,
    async createChannel(name, settings) {
      const created = await owner.call("POST", "channels", {
        kind: "mail",
        name,
        operators: [owner.id],
        settings,
      });
      expect(created.status, created.text).toBe(201);
      return created.body as Channel;
    },
    mailboxSettings: (address) => ({
      address,
      receive: "imap",
      imap: { host: service.host, port: service.imapPort, security: "none", user: address },
      imap_password: "secret",
      send: "smtp",
      smtp: { host: service.host, port: service.smtpPort, security: "none", user: address },
      smtp_password: "secret",
    }),
    waitUntilRead: (address) => waitForPass(() => expect(service.isIdling(address)).toBe(true)),
    listChats: async ({ id }) =>
      ((await owner.call("GET", `chats?channel=${id}&limit=50`)).body as { items: Chat[] }).items,
    async waitForMessages(address, count) {
      const read = async (): Promise<readonly Message[]> => {
        const chat = await parlour.findChat(address);
        return chat.id === undefined ? [] : await parlour.messages(chat.id);
      };
      const isOwn = ({ author }: Message): boolean => author.kind === "visitor";
      return waitForPass(async () => {
        const messages = (await read()).filter(isOwn);
        expect(messages).toHaveLength(count);
        return messages;
      });
    },
    sentTo: (address) =>
      service.submitted
        .filter(({ to }) => to.includes(address))
        .map(({ raw }) => raw.toString("utf8")),
    async close() {
      await parlour.close();
      await service.stop();
    },
  };
}

/**
 * Builds a delivery report about a mail. `recipients`: the fields of each recipient, as lines.
 * `id`: unique in the test.
 */
export const buildReport = ({
  id,
  messageId,
  recipients,
}: {
  readonly id: string;
  readonly messageId: string;
  readonly recipients: readonly (readonly string[])[];
}): string =>
  [
    "From: Mail Delivery System <mailer-daemon@mx.customer.example>",
    `To: ${shopAddress}`,
    `Message-ID: <${id}@mx.customer.example>`,
    "Subject: Undelivered Mail Returned to Sender",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="r"',
    "",
    "--r",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.customer.example",
    ...recipients.flatMap((fields) => ["", ...fields]),
    "",
    "--r",
    "Content-Type: text/rfc822-headers",
    "",
    `Message-ID: ${messageId}`,
    "",
    "--r--",
    "",
  ].join("\r\n");

/** Builds a mail of a customer. */
export function buildMail({
  from = "Anna <anna@customer.example>",
  to = shopAddress,
  subject = "Order 7",
  text = "Where is my order?",
  id,
  headers = [],
  files = [],
}: {
  readonly from?: string;
  readonly to?: string;
  readonly subject?: string;
  readonly text?: string;
  readonly id: string;
  readonly headers?: readonly string[];
  /** Names of attached PDF files. */
  readonly files?: readonly string[];
}): string {
  const body = ["Content-Type: text/plain; charset=utf-8", "", text, ""];
  const attached = files.flatMap((name) => [
    "--m",
    "Content-Type: application/pdf",
    `Content-Disposition: attachment; filename="${name}"`,
    "",
    "%PDF-1.4 hello",
  ]);
  return [
    ...headers,
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${id}@customer.example>`,
    ...(files.length === 0
      ? body
      : [
          "Content-Type: multipart/mixed; boundary=m",
          "",
          "--m",
          ...body,
          ...attached,
          "--m--",
          "",
        ]),
  ].join("\r\n");
}

/** Sends a mail to a port as another mail server does. Resolves with the status of the answer. */
export async function sendRaw(
  port: number,
  to: string,
  raw: string | Buffer,
  from = "anna@customer.example",
): Promise<number> {
  const transport = createTransport({ host: "127.0.0.1", port, secure: false });
  try {
    const info = await transport.sendMail({
      envelope: { from, to },
      raw,
    });
    return Number(info.response.slice(0, 3));
  } catch (error) {
    return (error as { readonly responseCode?: number }).responseCode ?? 0;
  }
}

/** Returns a header of a mail, with its folded lines joined. */
export function headerOf(raw: string, name: string): string {
  const head = raw.slice(0, raw.indexOf("\r\n\r\n")).replaceAll(/\r\n[ \t]+/g, " ");
  const line = head
    .split("\r\n")
    .find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return line?.slice(name.length + 1).trim() ?? "";
}
