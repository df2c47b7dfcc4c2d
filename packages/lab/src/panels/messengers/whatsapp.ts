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
import { createFaultSwitches } from "../fault-switches.ts";
import { samplePicture } from "../form-values.ts";
import {
  describeChannelPage,
  type CustomerAction,
  type Fault,
  type FormField,
  type PanelMessage,
} from "../panel.ts";
import { missingAddress, type AddressedPanel } from "./address.ts";
import {
  createCustomers,
  describePictureFields,
  describeStateButtons,
  findPressedState,
  sortByTime,
  textField,
  type Customers,
} from "./customers.ts";
import { describeMetaFaults, endMetaFaults } from "./meta-faults.ts";

export interface WhatsAppPanelOptions {
  readonly port: number;
  readonly identity: Pick<Identity, "accessToken" | "appSecret">;
  /** Address of Parlour that an earlier run received, or null. */
  readonly webhookAddress: string | null;
  readonly onChange: () => void;
}

const statuses: readonly MessageStatus[] = ["sent", "delivered"];
const disorderedStatuses: readonly MessageStatus[] = ["read", "delivered", "sent"];

const customer: FormField = {
  name: "customer",
  label: "Customer",
  type: "text",
  initial: "Anna Keller",
};
const pictureFields = describePictureFields("Picture");

/** Starts the Cloud API with one phone number, and its customers. */
export async function startWhatsAppPanel({
  port,
  identity,
  webhookAddress,
  onChange,
}: WhatsAppPanelOptions): Promise<AddressedPanel> {
  /** Statuses that follow each message by themselves. */
  const followingStatuses = [...statuses];
  const service = await startWhatsAppService({
    port,
    identity,
    statuses: followingStatuses,
    onChange,
  });
  service.setWebhookAddress(webhookAddress);
  const customers = createCustomers<LabCustomer>({
    create(name) {
      const id = createCustomerId(name);
      return { name, phone: `49151${id}`, userId: `DE.${id}` };
    },
    idsOf: ({ phone, userId }) => [phone, userId].filter((id) => id !== undefined),
    findObstacle: () => (service.webhookAddress() === null ? missingAddress : null),
    deliver: (sender, content, id) => service.receive(sender, { ...content, id }),
    keyPrefix: "wamid.lab",
    onChange,
  });
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
    ...createFaultSwitches(
      [
        ...describeMetaFaults(service.faults, { limit: 130429, error: 131000 }),
        {
          name: "disorder",
          label: "States in the wrong order",
          hint: "Read, delivered, then sent",
          start: () => followingStatuses.splice(0, Infinity, ...disorderedStatuses),
        },
      ],
      () => {
        endMetaFaults(service.faults);
        followingStatuses.splice(0, Infinity, ...statuses);
      },
    ),
    readMessages: () =>
      sortByTime([
        ...customers.describe((key) =>
          service.readMarks.some(({ messageId }) => messageId === key) ? ["read"] : [],
        ),
        ...service.messages.map((message) =>
          describeReply(service, customers.nameOf(message.recipient), message),
        ),
      ]),
    press: (key, value) => press(service, customers, key, value),
    webhookAddress: () => service.webhookAddress(),
    close: () => service.close(),
  };
}

function createActions(
  service: WhatsAppService,
  { find, send }: Customers<LabCustomer>,
): readonly CustomerAction[] {
  const create = createActionBuilder({ field: customer, find });
  return [
    create({ name: "text", label: "Text", fields: [textField] }, (sender, values) => {
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

/** Value of a button that sends a reply: the id of the reply. */
const replyPrefix = "reply:";

function press(
  service: WhatsAppService,
  { find, nameOf, send }: Customers<LabCustomer>,
  key: string,
  value: string,
): Fault {
  const message = service.messages.find(({ wamid }) => wamid === key);
  if (message === undefined) return "This message does not exist.";
  const status = findPressedState(manualStatuses, value);
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
      ...describeStateButtons(manualStatuses),
    ],
  };
}
