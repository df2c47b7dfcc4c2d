import { toObject, toText } from "../../endpoints/received-request.ts";
import {
  startViberService,
  type AppPerson,
  type BotMessage,
  type ViberService,
} from "../../services/viber/index.ts";
import { createActionBuilder, createCustomerId, missingText } from "../customer-action.ts";
import { createFaultSwitches } from "../fault-switches.ts";
import { samplePicture } from "../form-values.ts";
import {
  describeChannelPage,
  type CustomerAction,
  type FormField,
  type PanelMessage,
} from "../panel.ts";
import { missingAddress, type AddressedPanel } from "./address.ts";
import {
  createCustomers,
  createReportedStates,
  describePictureFields,
  describeStateButtons,
  findPressedState,
  sortByTime,
  textField,
  type Customers,
} from "./customers.ts";
import { describeHttpFaults, endHttpFaults } from "./http-faults.ts";

export interface ViberPanelOptions {
  readonly port: number;
  readonly token: string;
  /** Address of Parlour that an earlier run received, or null. */
  readonly webhookAddress: string | null;
  readonly onChange: () => void;
}

const customer: FormField = {
  name: "customer",
  label: "Customer",
  type: "text",
  initial: "Olena Bondar",
};
const pictureFields = describePictureFields("Picture");
const states = ["delivered", "seen", "failed"] as const;
const sendMethod = "send_message";

/** Starts Viber's API with one bot, and its customers. */
export async function startViberPanel({
  port,
  token,
  webhookAddress,
  onChange,
}: ViberPanelOptions): Promise<AddressedPanel> {
  const service = await startViberService({
    port,
    token,
    webhookUrl: webhookAddress ?? undefined,
    onChange,
  });
  const customers = createCustomers<AppPerson>({
    create: (name) => service.addPerson(`${createCustomerId(name)}lab==`, name),
    idsOf: ({ id }) => [id],
    findObstacle: () => (service.webhookUrl() === null ? missingAddress : null),
    deliver: (person, content) =>
      new Promise<void>((resolve) => void person.send(content, resolve)),
    keyPrefix: "v",
    onChange,
  });
  const reported = createReportedStates();
  return {
    name: "viber",
    title: "Viber",
    environment: { VIBER_API_URL: service.url },
    settingsPage: describeChannelPage("Viber"),
    settings: [{ label: "Token", value: service.token }],
    hosts: [service.host],
    actions: createActions(service, customers),
    ...createFaultSwitches(
      [
        {
          name: "limit",
          label: "Rate limit",
          hint: "Answers status 12 to each message",
          start: () =>
            service.addFault({
              method: sendMethod,
              times: Infinity,
              reply: { api: "tooManyRequests" },
            }),
        },
        ...describeHttpFaults(service, sendMethod),
      ],
      () => endHttpFaults(service),
    ),
    readMessages: () =>
      sortByTime([
        ...customers.describe(),
        ...service.messages.map((message) =>
          describeReply(message, customers.nameOf(message.receiver), reported.list(message.token)),
        ),
      ]),
    press(key, value) {
      const message = service.messages.find((one) => one.token === key);
      if (message === undefined) return "This message does not exist.";
      const state = findPressedState(states, value);
      if (state !== undefined) {
        service.sendReceipt(message, state);
        reported.add(key, state);
        return null;
      }
      const button = readButtons(message).find((one) => one.value === value);
      const person = customers.find(customers.nameOf(message.receiver));
      if (button === undefined || person === null) return "This button does not exist.";
      const text = button.body;
      return customers.send(person, { type: "text", text }, { text, tag: "button" });
    },
    webhookAddress: () => service.webhookUrl(),
    close: () => service.close(),
  };
}

function createActions(
  service: ViberService,
  { find, send }: Customers<AppPerson>,
): readonly CustomerAction[] {
  const create = createActionBuilder({ field: customer, find });
  return [
    create({ name: "text", label: "Text", fields: [textField] }, (person, values) => {
      const text = values.text("text");
      return text.trim() === "" ? missingText : send(person, { type: "text", text }, { text });
    }),
    create({ name: "picture", label: "Picture", fields: pictureFields }, (person, values) => {
      const { name, bytes } = values.file("file") ?? samplePicture;
      const text = values.text("text");
      const media = service.storeFile(encodeURIComponent(name), bytes);
      const content = { type: "picture", media, file_name: name, text };
      return send(person, content, { text, tag: "picture" });
    }),
    create({ name: "open", label: "Open the bot", fields: [contextField] }, (person, values) => {
      if (service.webhookUrl() === null) return missingAddress;
      person.open(values.text("context").trim() || undefined);
      return null;
    }),
    create({ name: "leave", label: "Unsubscribe", fields: [] }, (person) => {
      if (service.webhookUrl() === null) return missingAddress;
      person.unsubscribe();
      return null;
    }),
  ];
}
const contextField: FormField = { name: "context", label: "Context of the link", type: "text" };

function describeReply(
  message: BotMessage,
  name: string,
  reported: readonly string[],
): PanelMessage {
  const { token, at, values } = message;
  const type = toText(values["type"]);
  return {
    key: token,
    from: "parlour",
    customer: name,
    title: "",
    text: toText(values["text"]),
    tags: [...(type === "text" ? [] : [type]), ...reported],
    at,
    buttons: [
      ...readButtons(message).map(({ label, value }) => ({ label, value })),
      ...describeStateButtons(states),
    ],
  };
}

/** The buttons of a keyboard. `body`: the text that a press sends. */
function readButtons({ values }: BotMessage): readonly {
  readonly label: string;
  readonly value: string;
  readonly body: string;
}[] {
  const { Buttons } = toObject(values["keyboard"]);
  return (Array.isArray(Buttons) ? Buttons : []).map((button, n) => {
    const body = toText(toObject(button)["ActionBody"]);
    return { label: body, value: `reply:${n}`, body };
  });
}
