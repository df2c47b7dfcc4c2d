import {
  startMailService,
  type ImapFaults,
  type MailService,
  type SmtpFaults,
  type StoredMail,
  type SubmittedMail,
} from "../services/mail/index.ts";
import { createActionBuilder, missingText } from "./customer-action.ts";
import {
  buildBounce,
  buildMail,
  mailServerName,
  readMail,
  type NewMail,
  type ReceivedMail,
} from "./mail-message.ts";
import {
  describeChannelPage,
  type CustomerAction,
  type Fault,
  type FormField,
  type PanelMessage,
  type ServicePanel,
} from "./panel.ts";

export interface MailPanelOptions {
  readonly smtpPort: number;
  readonly imapPort: number;
  readonly password: string;
  readonly onChange: () => void;
}

/** Address of the mailbox that Parlour reads. */
const shopAddress = "shop@lab.example";

interface MailFaults {
  readonly smtp?: SmtpFaults;
  readonly imap?: ImapFaults;
}
/** Faults of the servers, by the name of their switch. */
const faults: Readonly<Record<string, MailFaults>> = {
  later: { smtp: { refuse: { at: "message", code: 451 } } },
  refused: { smtp: { refuse: { at: "recipient", code: 550 } } },
  sign_in: { smtp: { refuse: { at: "sign_in", code: 535 } }, imap: { refuseLogin: true } },
  lost: { smtp: { endAfterMessage: true } },
  hang: { smtp: { hang: true }, imap: { hang: true } },
  cut: { imap: { endInMail: true } },
};

const customer: FormField = {
  name: "customer",
  label: "Customer",
  type: "text",
  initial: "anna@customer.example",
};
const text: FormField = { name: "text", label: "Text", type: "lines" };
const mailFields: readonly FormField[] = [
  { name: "subject", label: "Subject", type: "text", initial: "My order" },
  text,
  { name: "html", label: "HTML (optional)", type: "lines" },
  { name: "file", label: "Attachment (optional)", type: "file" },
];

/** A mail of a customer, and where it is stored in the mailbox. */
interface CustomerMail {
  readonly message: Omit<PanelMessage, "tags">;
  readonly tags: readonly string[];
  readonly stored: StoredMail | undefined;
}
interface MailHistory {
  readonly sent: CustomerMail[];
  readonly received: ReceivedMail[];
}

/** Starts a mail server with one mailbox, and its customers. */
export async function startMailPanel({
  smtpPort,
  imapPort,
  password,
  onChange,
}: MailPanelOptions): Promise<ServicePanel> {
  const history: MailHistory = { sent: [], received: [] };
  const readSubmitted = createSubmittedReader(history);
  const service = await startMailService({
    smtpPort,
    imapPort,
    accounts: { [shopAddress]: password },
    // Parlour remembers the numbers of mails of earlier runs.
    uidValidity: Math.floor(Date.now() / 1_000),
    onSubmit: (mail) => void readSubmitted(mail).finally(onChange),
    onChange,
  });
  let shown: ReadonlySet<string> = new Set();
  return {
    name: "mail",
    title: "Mail",
    environment: {},
    settingsPage: describeChannelPage("Mail"),
    settings: describeSettings(service, password),
    hosts: [`${service.host}:${service.imapPort}`, `${service.host}:${service.smtpPort}`],
    actions: createActions(service, history),
    faults: [
      { name: "later", label: "Try later", hint: "Answers 451 to each mail" },
      { name: "refused", label: "Unknown recipient", hint: "Answers 550 to each recipient" },
      { name: "sign_in", label: "Wrong password", hint: "Refuses every sign-in" },
      { name: "lost", label: "Lost answers", hint: "Takes the mail and cuts the connection" },
      { name: "hang", label: "No answer", hint: "Accepts connections and never answers" },
      { name: "cut", label: "Cut mails", hint: "Cuts the connection in the middle of a mail" },
      { name: "outage", label: "Outage", hint: "Refuses every connection" },
    ],
    readMessages: () =>
      [
        ...history.sent.map(({ message, tags, stored }) => ({
          ...message,
          tags: [...tags, stored?.flags.has("\\Seen") ? "read by Parlour" : "waits for Parlour"],
        })),
        ...history.received.map(describeReceived),
      ].toSorted((a, b) => a.at - b.at),
    press: () => "A mail has no buttons.",
    async showFaults(names) {
      const active = [...names].map((name) => faults[name] ?? {});
      replaceFaults(
        service.smtpFaults,
        active.map(({ smtp }) => smtp),
      );
      replaceFaults(
        service.imapFaults,
        active.map(({ imap }) => imap),
      );
      const isOut = names.has("outage");
      if (isOut && !shown.has("outage")) await service.stop();
      if (!isOut && shown.has("outage")) await service.start();
      service.dropImapConnections();
      shown = names;
    },
    close: () => service.stop(),
  };
}

/** Creates the function that adds mails of Parlour to the history, in their order. */
function createSubmittedReader({ received }: MailHistory): (mail: SubmittedMail) => Promise<void> {
  let tail: Promise<void> = Promise.resolve();
  return (mail) => {
    tail = tail
      .then(async () => void received.push(await readMail(mail)))
      .catch(
        (error: unknown) => void process.stderr.write(`lab: unreadable mail: ${String(error)}\n`),
      );
    return tail;
  };
}

/** Replaces the content of an object that the service reads. */
function replaceFaults<T extends SmtpFaults | ImapFaults>(
  current: T,
  wanted: readonly (T | undefined)[],
): void {
  for (const name of Object.keys(current)) Reflect.deleteProperty(current, name);
  Object.assign(current, ...wanted);
}

function describeSettings({ host, imapPort, smtpPort }: MailService, password: string) {
  const describeServer = (title: string, port: number) => [
    { label: `${title} server`, value: host },
    { label: `${title} port`, value: String(port) },
    { label: `${title} encryption`, value: "None" },
    { label: `${title} username`, value: shopAddress },
    { label: `${title} password`, value: password },
  ];
  return [
    { label: "Address", value: shopAddress },
    ...describeServer("IMAP", imapPort),
    { label: "Send through", value: "A separate mail server" },
    ...describeServer("SMTP", smtpPort),
    { label: "Trusted servers (optional)", value: mailServerName },
  ];
}

function describeReceived(mail: ReceivedMail): PanelMessage {
  return {
    key: mail.messageId,
    from: "parlour",
    customer: mail.to.join(", "),
    title: mail.subject,
    text: mail.text,
    tags: [...mail.fileNames, "arrived"],
    at: mail.at,
    buttons: [],
  };
}

/** Puts mails of customers into the mailbox. */
interface Outgoing {
  /** Builds and delivers a mail. `tags`: labels that the page shows below it. */
  send(mail: NewMail, tags?: readonly string[]): Promise<Fault>;
  /** Delivers the bytes of a mail. */
  deliver(raw: Buffer, mail: NewMail, tags: readonly string[]): void;
}

function createOutgoing(service: MailService, { sent }: MailHistory): Outgoing {
  const deliver: Outgoing["deliver"] = (raw, { from, to, subject, text, file }, tags) => {
    service.deliver(to, raw);
    const stored = service.account(shopAddress).inbox.mails.at(-1);
    sent.push({
      message: {
        key: `${shopAddress}/${stored?.uid}`,
        from: "customer",
        customer: from,
        title: subject,
        text,
        at: Date.now(),
        buttons: [],
      },
      tags: file ? [...tags, file.name] : tags,
      stored,
    });
  };
  return {
    deliver,
    async send(mail, tags = []) {
      deliver(await buildMail(mail), mail, tags);
      return null;
    },
  };
}

function createActions(service: MailService, history: MailHistory): readonly CustomerAction[] {
  const create = createActionBuilder({
    field: customer,
    find: (address) => (/^[^\s@<>]+@[^\s@<>]+$/.test(address) ? address : null),
  });
  const outgoing = createOutgoing(service, history);
  /** Runs `answer` with the last mail that Parlour sent to this address. */
  const answerLast = (
    address: string,
    answer: (mail: ReceivedMail) => Promise<Fault> | Fault,
  ): Promise<Fault> | Fault => {
    const last = history.received.findLast(({ to }) => to.includes(address));
    return last === undefined ? `Parlour has sent no mail to ${address} yet.` : answer(last);
  };
  return [
    create({ name: "mail", label: "Mail", fields: mailFields }, (from, values) => {
      const [line, html] = [values.text("text"), values.text("html")];
      if (line.trim() === "" && html === "") return missingText;
      return outgoing.send(
        {
          from,
          to: shopAddress,
          subject: values.text("subject"),
          text: line,
          html,
          file: values.file("file"),
        },
        html === "" ? [] : ["HTML"],
      );
    }),
    create({ name: "answer", label: "Answer to the last mail", fields: [text] }, (from, values) =>
      answerLast(from, (answered) =>
        values.text("text").trim() === ""
          ? missingText
          : outgoing.send(buildAnswer(from, values.text("text"), answered)),
      ),
    ),
    create({ name: "absence", label: "Automatic reply to the last mail", fields: [] }, (from) =>
      answerLast(from, (answered) =>
        outgoing.send(
          {
            from,
            to: answered.replyTo,
            subject: `Automatic reply: ${answered.subject}`,
            text: "I am on holiday.",
            answered,
            headers: { "Auto-Submitted": "auto-replied" },
          },
          ["automatic reply"],
        ),
      ),
    ),
    create({ name: "bounce", label: "Report that the last mail failed", fields: [] }, (from) =>
      answerLast(from, (mail) => {
        outgoing.deliver(buildBounce(mail, from), describeBounce(mail), ["report"]);
        return null;
      }),
    ),
  ];
}

function buildAnswer(from: string, line: string, answered: ReceivedMail): NewMail {
  const quote = answered.text.replaceAll(/^/gm, "> ");
  return {
    from,
    to: answered.replyTo,
    subject: `Re: ${answered.subject.replace(/^Re: /i, "")}`,
    text: `${line}\n\nOn ${new Date(answered.at).toUTCString()}, ${answered.replyTo} wrote:\n${quote}\n`,
    answered,
  };
}

const describeBounce = (mail: ReceivedMail): NewMail => ({
  from: `mailer-daemon@${mailServerName}`,
  to: mail.from,
  subject: "Undelivered Mail Returned to Sender",
  text: "The mail could not be delivered.",
});
