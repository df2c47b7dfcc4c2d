import {
  startSmsService,
  type Phone,
  type SentSms,
  type SmsService,
} from "../../services/sms/index.ts";
import { createActionBuilder, missingText } from "../customer-action.ts";
import { createFaultSwitches } from "../fault-switches.ts";
import {
  describeChannelPage,
  type CustomerAction,
  type FormField,
  type PanelMessage,
} from "../panel.ts";
import { createAddressAction, missingAddress, type AddressedPanel } from "./address.ts";
import {
  createCustomers,
  createReportedStates,
  describeStateButtons,
  findPressedState,
  sortByTime,
  textField,
  type Customers,
} from "./customers.ts";
import { describeHttpFaults, endHttpFaults } from "./http-faults.ts";

export interface SmsPanelOptions {
  readonly port: number;
  /** Address of Parlour that an earlier run received, or null. */
  readonly webhookAddress: string | null;
  readonly onChange: () => void;
}

const number = "4930123456";
const customer: FormField = {
  name: "customer",
  label: "Phone number",
  type: "text",
  initial: "+49 1511 2345678",
};
const addressField: FormField = {
  name: "address",
  label: "Address for incoming messages",
  type: "text",
};
const states = ["delivered", "failed"] as const;
/** An SMS of a customer. `id`: "" if the gateway gives none. */
interface Sms {
  readonly text: string;
  readonly id?: "";
}

/** Starts an SMS gateway that takes JSON by POST, with one number, and the phones of customers. */
export async function startSmsPanel({
  port,
  webhookAddress,
  onChange,
}: SmsPanelOptions): Promise<AddressedPanel> {
  const service = await startSmsService({ port, gateway: "generic", number, onChange });
  service.setAddress(webhookAddress ?? "");
  const customers = createCustomers<Phone, Sms>({
    create: (name) => createPhone(service, name),
    idsOf: (phone) => [phone.number],
    findObstacle: () => (service.address() === "" ? missingAddress : null),
    deliver: (phone, { text, id }) =>
      new Promise<void>((resolve) => phone.write(text, id, resolve)),
    keyPrefix: "s",
    onChange,
  });
  const reported = createReportedStates();
  return {
    name: "sms",
    title: "SMS",
    environment: {},
    settingsPage: describeChannelPage("SMS"),
    settings: [
      { label: "Gateway", value: "JSON by POST" },
      { label: "Number", value: `+${number}` },
      { label: "Secret", value: service.secret },
      { label: "Address", value: `${service.url}/send` },
    ],
    hosts: [service.host],
    actions: [
      ...createActions(customers),
      createAddressAction([addressField], (address) => {
        service.setAddress(address);
        return null;
      }),
    ],
    ...createFaultSwitches(
      [
        {
          name: "limit",
          label: "Rate limit",
          hint: "Answers 429 to each message",
          start: () => service.addFault({ times: Infinity, reply: { status: 429 } }),
        },
        ...describeHttpFaults(service),
      ],
      () => endHttpFaults(service),
    ),
    readMessages: () =>
      sortByTime([
        ...customers.describe(),
        ...service.messages.map((message) =>
          describeReply(message, customers.nameOf(message.to), reported.list(message.id)),
        ),
      ]),
    press(key, value) {
      const message = service.messages.find(({ id }) => id === key);
      const state = findPressedState(states, value);
      if (message === undefined || state === undefined) return "This message does not exist.";
      service.sendReceipt(message, state);
      reported.add(key, state);
      return null;
    },
    webhookAddress: () => service.address() || null,
    close: () => service.close(),
  };
}

/** Returns the phone with a number, or null if it has other characters than those of a number. */
function createPhone(service: SmsService, name: string): Phone | null {
  const digits = name.replaceAll(/[\s+().-]/g, "");
  return /^\d{3,15}$/.test(digits) ? service.addPhone(digits) : null;
}

function createActions({ find, send }: Customers<Phone, Sms>): readonly CustomerAction[] {
  const create = createActionBuilder({ field: customer, find });
  const createText = (texts: { name: string; label: string }, id?: ""): CustomerAction =>
    create({ ...texts, fields: [textField] }, (phone, values) => {
      const text = values.text("text");
      const tag = id === "" ? { tag: "without id" } : {};
      return text.trim() === ""
        ? missingText
        : send(phone, id === "" ? { text, id } : { text }, { text, ...tag });
    });
  return [
    createText({ name: "text", label: "Text" }),
    createText({ name: "bare", label: "Text without id and time" }, ""),
  ];
}

const describeReply = (
  { id, at, text }: SentSms,
  name: string,
  reported: readonly string[],
): PanelMessage => ({
  key: id,
  from: "parlour",
  customer: name,
  title: "",
  text,
  tags: reported,
  at,
  buttons: describeStateButtons(states),
});
