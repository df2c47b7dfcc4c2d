import { toObject, toText } from "../../endpoints/received-request.ts";
import {
  startWhatsAppService,
  type Identity,
  type LabCustomer,
  type MessageStatus,
  type SentMessage,
  type WhatsAppService,
} from "../../services/whatsapp/index.ts";
import {
  createActionBuilder,
  createCustomerId,
  emojiField,
  missingText,
  reactionLabel,
} from "../customer-action.ts";
import { samplePicture } from "../form-values.ts";
import {
  describeChannelPage,
  type CustomerAction,
  type Fault,
  type FormField,
  type PanelMessage,
  type ServicePanel,
} from "../panel.ts";

export interface WhatsAppPanelOptions {
  readonly port: number;
  readonly identity: Pick<Identity, "accessToken" | "appSecret">;
  /** Address of Parlour that an earlier run received, or null. */
  readonly webhookAddress: string | null;
  readonly onChange: () => void;
}
export interface WhatsAppPanel extends ServicePanel {
  webhookAddress(): string | null;
}

const messages = "/messages";
const statuses: readonly MessageStatus[] = ["sent", "delivered"];
const disorderedStatuses: readonly MessageStatus[] = ["read", "delivered", "sent"];

/** Switches the faults of the Cloud API on, by the name of their switch. */
const faults: Readonly<Record<string, (service: WhatsAppService) => void>> = {
  limit: ({ faults }) =>
    faults.add({ kind: "error", code: 130429 }, { match: messages, times: Infinity }),
  error: ({ faults }) =>
    faults.add({ kind: "error", code: 131000 }, { match: messages, times: Infinity }),
  hang: ({ faults }) => faults.add({ kind: "hang" }, { match: messages, times: Infinity }),
  lost: ({ faults }) => faults.add({ kind: "cut_after" }, { match: messages, times: Infinity }),
  outage: ({ faults }) => faults.add({ kind: "cut" }, { times: Infinity }),
  repeats: ({ faults }) => void (faults.webhookRepeats = 1),
};

const customer: FormField = {
  name: "customer",
  label: "Customer",
  type: "text",
  initial: "Anna Keller",
};
const text: FormField = { name: "text", label: "Text", type: "lines" };
const pictureFields: readonly FormField[] = [
  { name: "file", label: "Picture (empty: a sample)", type: "file" },
  { name: "text", label: "Caption", type: "lines" },
];

interface CustomerMessage {
  readonly key: string;
  readonly customer: string;
  readonly text: string;
  readonly tags: readonly string[];
  readonly at: number;
  isAccepted: boolean;
}

/** Starts the Cloud API with one phone number, and its customers. */
export async function startWhatsAppPanel({
  port,
  identity,
  webhookAddress,
  onChange,
}: WhatsAppPanelOptions): Promise<WhatsAppPanel> {
  /** Statuses that follow each message by themselves. */
  const followingStatuses = [...statuses];
  const service = await startWhatsAppService({
    port,
    identity,
    statuses: followingStatuses,
    onChange,
  });
  service.setWebhookAddress(webhookAddress);
  const customers = createCustomers(service, onChange);
  return {
    name: "whatsapp",
    title: "WhatsApp",
    environment: { WHATSAPP_API_URL: service.url },
    settingsPage: describeChannelPage("WhatsApp"),
    settings: [
      { label: "Phone number ID", value: service.phoneNumberId },
      { label: "WhatsApp Business Account ID", value: service.wabaId },
      { label: "Access token", value: service.accessToken },
      { label: "App secret", value: service.appSecret },
    ],
    hosts: [new URL(service.url).host],
    actions: createActions(service, customers),
    faults: [
      { name: "limit", label: "Rate limit", hint: "Answers 130429 to each message" },
      { name: "error", label: "Error", hint: "Answers 131000 to each message" },
      { name: "hang", label: "No answer", hint: "Never answers a message" },
      { name: "lost", label: "Lost answers", hint: "Takes the message and cuts the connection" },
      { name: "outage", label: "Outage", hint: "Cuts every connection" },
      { name: "repeats", label: "Repeated webhooks", hint: "Sends each webhook twice" },
      { name: "disorder", label: "States in the wrong order", hint: "Read, delivered, then sent" },
    ],
    readMessages: () =>
      [
        ...customers.sent.map((message) => describeCustomerMessage(service, message)),
        ...service.messages.map((message) =>
          describeReply(service, customers.nameOf(message.recipient), message),
        ),
      ].toSorted((a, b) => a.at - b.at),
    press: (key, value) => press(service, customers, key, value),
    showFaults(names) {
      service.faults.clear();
      service.faults.webhookRepeats = 0;
      for (const name of names) faults[name]?.(service);
      followingStatuses.splice(
        0,
        Infinity,
        ...(names.has("disorder") ? disorderedStatuses : statuses),
      );
    },
    webhookAddress: () => service.webhookAddress(),
    close: () => service.close(),
  };
}

/** The customers with the messages that they sent in this run. */
interface Customers {
  readonly sent: readonly CustomerMessage[];
  readonly find: (name: string) => LabCustomer | null;
  /** Returns the name of the customer with this phone number or user id. */
  readonly nameOf: (recipient: string) => string;
  /** Sends a message of a customer. `line` is what the page shows. */
  readonly send: (
    customer: LabCustomer,
    content: Readonly<Record<string, unknown>>,
    line: { readonly text: string; readonly tag?: string },
  ) => Fault;
}

function createCustomers(service: WhatsAppService, onChange: () => void): Customers {
  const known = new Map<string, LabCustomer>();
  const sent: CustomerMessage[] = [];
  let lastNumber = 0;
  return {
    sent,
    find(name) {
      if (name === "") return null;
      const id = createCustomerId(name);
      const found = known.get(name) ?? { name, phone: `49151${id}`, userId: `DE.${id}` };
      known.set(name, found);
      return found;
    },
    nameOf: (recipient) =>
      [...known.values()].find(({ phone, userId }) => phone === recipient || userId === recipient)
        ?.name ?? recipient,
    send(sender, content, { text, tag }) {
      if (service.webhookAddress() === null)
        return "Parlour has not told this service its address yet. Add the channel in Parlour first.";
      const id = `wamid.lab${Date.now()}n${(lastNumber += 1)}`;
      const message: CustomerMessage = {
        key: id,
        customer: sender.name,
        text,
        tags: tag === undefined ? [] : [tag],
        at: Date.now(),
        isAccepted: false,
      };
      sent.push(message);
      void service.receive(sender, { ...content, id }).then(() => {
        message.isAccepted = true;
        onChange();
      });
      onChange();
      return null;
    },
  };
}

function createActions(
  service: WhatsAppService,
  { find, send }: Customers,
): readonly CustomerAction[] {
  const create = createActionBuilder({
    field: customer,
    find,
  });
  return [
    create({ name: "text", label: "Text", fields: [text] }, (sender, values) => {
      const body = values.text("text");
      if (body.trim() === "") return missingText;
      return send(sender, { type: "text", text: { body } }, { text: body });
    }),
    create({ name: "picture", label: "Picture", fields: pictureFields }, (sender, values) => {
      const { type, name, bytes } = values.file("file") ?? samplePicture;
      const caption = values.text("text");
      const { id } = service.media.add({ type, name, body: bytes });
      const image = { id, mime_type: type, caption: caption || undefined };
      return send(sender, { type: "image", image }, { text: caption, tag: "picture" });
    }),
    create({ name: "reaction", label: reactionLabel, fields: [emojiField] }, (sender, values) => {
      const last = service.messages.findLast(
        ({ recipient, body }) =>
          body["type"] !== "reaction" &&
          (recipient === sender.phone || recipient === sender.userId),
      );
      if (last === undefined) return "This customer has received no message yet.";
      const emoji = values.text("emoji").trim();
      // WhatsApp leaves the emoji out if the customer took the reaction back.
      const reaction = { message_id: last.wamid, emoji: emoji || undefined };
      return send(sender, { type: "reaction", reaction }, { text: emoji, tag: "reaction" });
    }),
  ];
}

/** Value of a button: the id of a reply, or a status to send. */
const replyPrefix = "reply:";
const statusPrefix = "status:";

function press(
  service: WhatsAppService,
  { find, nameOf, send }: Customers,
  key: string,
  value: string,
): Fault {
  const message = service.messages.find(({ wamid }) => wamid === key);
  if (message === undefined) return "This message does not exist.";
  const status = manualStatuses.find((one) => value === `${statusPrefix}${one}`);
  if (status !== undefined) {
    void service.sendStatus(key, status, status === "failed" ? { errorCode: 131026 } : {});
    return null;
  }
  const reply = readReplies(message).find(({ id }) => value === `${replyPrefix}${id}`);
  const sender = find(nameOf(message.recipient));
  if (reply === undefined || sender === null) return "This button does not exist.";
  const { kind, ...choice } = reply;
  return send(
    sender,
    { context: { id: key }, type: "interactive", interactive: { type: kind, [kind]: choice } },
    { text: reply.title, tag: "button" },
  );
}
const manualStatuses: readonly MessageStatus[] = ["delivered", "read", "failed"];

interface ReplyChoice {
  readonly kind: "button_reply" | "list_reply";
  readonly id: string;
  readonly title: string;
}
/** Returns the reply buttons or the rows of the list below a message. */
function readReplies({ body }: SentMessage): readonly ReplyChoice[] {
  const { action } = toObject(body["interactive"]);
  const { buttons, sections } = toObject(action);
  const toChoice =
    (kind: ReplyChoice["kind"]) =>
    (value: unknown): ReplyChoice => {
      const { id, title } = toObject(value);
      return { kind, id: toText(id), title: toText(title) };
    };
  return [
    ...toList(buttons)
      .map((button) => toObject(button)["reply"])
      .map(toChoice("button_reply")),
    ...toList(sections)
      .flatMap((section) => toList(toObject(section)["rows"]))
      .map(toChoice("list_reply")),
  ];
}
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function describeCustomerMessage(
  { readMarks }: WhatsAppService,
  message: CustomerMessage,
): PanelMessage {
  const { key, at } = message;
  const isRead = readMarks.some(({ messageId }) => messageId === key);
  return {
    key,
    from: "customer",
    customer: message.customer,
    title: "",
    text: message.text,
    tags: [
      ...message.tags,
      message.isAccepted ? "taken by Parlour" : "waits for Parlour",
      ...(isRead ? ["read"] : []),
    ],
    at,
    buttons: [],
  };
}

function describeReply(
  { sentStatuses }: WhatsAppService,
  name: string,
  message: SentMessage,
): PanelMessage {
  const { wamid, at, body } = message;
  const type = toText(body["type"]) || "text";
  const content = toObject(body[type]);
  return {
    key: wamid,
    from: "parlour",
    customer: name,
    title: "",
    text: toText(
      content["body"] ??
        content["caption"] ??
        content["emoji"] ??
        toObject(content["body"])["text"],
    ),
    tags: [...(type === "text" ? [] : [type]), ...(sentStatuses.get(wamid) ?? [])],
    at,
    buttons: [
      ...readReplies(message).map(({ id, title }) => ({
        label: title,
        value: `${replyPrefix}${id}`,
      })),
      ...manualStatuses.map((status) => ({
        label: `Report “${status}”`,
        value: `${statusPrefix}${status}`,
      })),
    ],
  };
}
