import { toObject, toText } from "../../endpoints/received-request.ts";
import {
  startMessengerServices,
  type LabCustomer,
  type LabProduct,
  type MessengerService,
  type SentMessage,
} from "../../services/messenger/index.ts";
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
import { createAddressAction, missingAddress, type AddressedPanel } from "./address.ts";
import {
  createCustomers,
  createReportedStates,
  describePictureFields,
  describeStateButtons,
  findPressedState,
  sortByTime,
  textField,
  type Customers,
  type ReportedStates,
} from "./customers.ts";
import { describeMetaFaults, endMetaFaults } from "./meta-faults.ts";

export interface MessengerPanelsOptions {
  readonly port: number;
  /** The secrets of each account, and the address that an earlier run received, or null. */
  readonly accounts: Readonly<Record<LabProduct, SavedAccount>>;
  readonly onChange: () => void;
}
interface SavedAccount {
  readonly accessToken: string;
  readonly appSecret: string;
  readonly webhookAddress: string | null;
}

/** What differs between both panels. `states`: those that a person lets the service report. */
interface PanelTexts {
  readonly product: LabProduct;
  readonly title: string;
  readonly customer: string;
  readonly states: readonly State[];
}
type State = "delivered" | "read";

const messengerTexts: PanelTexts = {
  product: "messenger",
  title: "Messenger",
  customer: "Jonas Weber",
  states: ["delivered", "read"],
};
const instagramTexts: PanelTexts = {
  product: "instagram",
  title: "Instagram",
  customer: "Mia Rossi",
  states: ["read"],
};

const pictureFields = describePictureFields("Picture");
const addressFields: readonly FormField[] = [
  { name: "address", label: "Callback URL", type: "text" },
  { name: "verify", label: "Verify token", type: "text" },
];

/** Starts the Messenger Platform with a page and an Instagram account, and their customers. */
export async function startMessengerPanels({
  port,
  accounts,
  onChange,
}: MessengerPanelsOptions): Promise<readonly [AddressedPanel, AddressedPanel]> {
  const products = [messengerTexts, instagramTexts] as const;
  const services = await startMessengerServices(
    products.map(({ product }) => ({ product, identity: accounts[product], onChange })),
    port,
  );
  const create = (texts: PanelTexts): AddressedPanel => {
    const service = services.find(({ product }) => product === texts.product);
    if (service === undefined) throw new Error(`the platform has no ${texts.product}`);
    service.setWebhookAddress(accounts[texts.product].webhookAddress);
    return createPanel(service, texts, onChange);
  };
  return [create(messengerTexts), create(instagramTexts)];
}

function createPanel(
  service: MessengerService,
  { product, title, customer, states }: PanelTexts,
  onChange: () => void,
): AddressedPanel {
  const customers = createCustomers<LabCustomer>({
    create: (name) => ({ id: `77${createCustomerId(name)}`, name }),
    idsOf: ({ id }) => [id],
    findObstacle: () => (service.webhookAddress() === null ? missingAddress : null),
    deliver: (sender, event, mid) =>
      event["message"] === undefined
        ? service.send(sender, event)
        : service.receive(sender, { ...toObject(event["message"]), mid }),
    keyPrefix: "m_lab",
    onChange,
  });
  const reported = createReportedStates();
  const field: FormField = { name: "customer", label: "Customer", type: "text", initial: customer };
  return {
    name: product,
    title,
    environment: { MESSENGER_API_URL: service.url },
    settingsPage: describeChannelPage(title),
    settings: [
      { label: "App ID", value: service.appId },
      { label: "App secret", value: service.appSecret },
      { label: "Page access token", value: service.accessToken },
    ],
    hosts: [new URL(service.url).host],
    actions: [
      ...createActions(service, customers, field),
      createAddressAction(addressFields, async (address, values) =>
        (await service.connect(address, values.text("verify").trim()))
          ? null
          : "Parlour refused the handshake. Check both values, and whether the channel is added.",
      ),
    ],
    ...createFaultSwitches(describeMetaFaults(service.faults, { limit: 613, error: 2 }), () =>
      endMetaFaults(service.faults),
    ),
    readMessages: () =>
      sortByTime([
        ...customers.describe(),
        ...service.messages.map((message) => ({
          ...describeReply(customers.nameOf(message.recipient), message),
          tags: [...describeAttachment(service, message), ...reported.list(message.mid)],
          buttons: [...describeReplyButtons(message), ...describeStateButtons(states)],
        })),
      ]),
    press: (key, value) => press({ service, customers, reported, states }, key, value),
    webhookAddress: () => service.webhookAddress(),
    close: () => service.close(),
  };
}

function createActions(
  service: MessengerService,
  { find, send }: Customers<LabCustomer>,
  field: FormField,
): readonly CustomerAction[] {
  const create = createActionBuilder({ field, find });
  return [
    create({ name: "text", label: "Text", fields: [textField] }, (sender, values) => {
      const text = values.text("text");
      if (text.trim() === "") return missingText;
      return send(sender, { message: { text } }, { text });
    }),
    create({ name: "picture", label: "Picture", fields: pictureFields }, (sender, values) => {
      const { type, name, bytes } = values.file("file") ?? samplePicture;
      const text = values.text("text");
      const url = service.addFile({ name, type, body: bytes });
      const attachments = [{ type: "image", payload: { url } }];
      return send(
        sender,
        { message: { text: text || undefined, attachments } },
        { text, tag: "picture" },
      );
    }),
    create({ name: "reaction", label: reactionLabel, fields: [emojiField] }, (sender, values) => {
      const last = service.messages.findLast(({ recipient }) => recipient === sender.id);
      if (last === undefined) return "This customer has received no message yet.";
      const emoji = values.text("emoji").trim();
      const change =
        emoji === "" ? { action: "unreact" } : { action: "react", reaction: "other", emoji };
      const reaction = { mid: last.mid, ...change };
      return send(sender, { reaction }, { text: emoji, tag: "reaction" });
    }),
    create({ name: "block", label: "Block the account", fields: [] }, ({ id }) => {
      service.blocked.add(id);
      return null;
    }),
    create({ name: "unblock", label: "Unblock the account", fields: [] }, ({ id }) => {
      service.blocked.delete(id);
      return null;
    }),
  ];
}

/** Value of a button that sends a quick reply: its number. */
const replyPrefix = "reply:";

function press(
  {
    service,
    customers,
    reported,
    states,
  }: {
    readonly service: MessengerService;
    readonly customers: Customers<LabCustomer>;
    readonly reported: ReportedStates;
    readonly states: readonly State[];
  },
  key: string,
  value: string,
): Fault {
  const message = service.messages.find(({ mid }) => mid === key);
  if (message === undefined) return "This message does not exist.";
  const state = findPressedState(states, value);
  if (state !== undefined) {
    void service.sendReceipt(message.recipient, state);
    reported.add(key, state);
    return null;
  }
  const reply = readReplies(message).find((_, n) => value === `${replyPrefix}${n}`);
  const sender = customers.find(customers.nameOf(message.recipient));
  if (reply === undefined || sender === null) return "This button does not exist.";
  const { title, payload } = reply;
  const answer = { message: { text: title, quick_reply: { payload } } };
  return customers.send(sender, answer, { text: title, tag: "button" });
}

interface QuickReply {
  readonly title: string;
  readonly payload: string;
}
function readReplies({ body }: SentMessage): readonly QuickReply[] {
  const { quick_replies } = toObject(body["message"]);
  return (Array.isArray(quick_replies) ? quick_replies : []).map((reply) => {
    const { title, payload } = toObject(reply);
    return { title: toText(title), payload: toText(payload) };
  });
}
const describeReplyButtons = (message: SentMessage): PanelMessage["buttons"] =>
  readReplies(message).map(({ title }, n) => ({ label: title, value: `${replyPrefix}${n}` }));

function describeReply(
  customer: string,
  { mid, at, body }: SentMessage,
): Omit<PanelMessage, "tags" | "buttons"> {
  const { text } = toObject(body["message"]);
  return { key: mid, from: "parlour", customer, title: "", text: toText(text), at };
}

function describeAttachment(
  { attachments }: MessengerService,
  { body }: SentMessage,
): readonly string[] {
  const { type, payload } = toObject(toObject(body["message"])["attachment"]);
  const file = attachments.get(toText(toObject(payload)["attachment_id"]));
  return type === undefined ? [] : [`${toText(type)} ${file?.name ?? ""}`.trim()];
}
