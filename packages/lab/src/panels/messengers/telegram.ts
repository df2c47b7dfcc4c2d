import {
  startTelegramService,
  type AppUser,
  type ChatMessage,
  type TelegramBot,
  type TelegramFault,
} from "../../services/telegram/index.ts";
import { toObject, toText } from "../../endpoints/received-request.ts";
import {
  createActionBuilder,
  createCustomerId,
  emojiField,
  missingText,
  reactionLabel,
} from "../customer-action.ts";
import { commonFaults, createFaultSwitches } from "../fault-switches.ts";
import { samplePicture } from "../form-values.ts";
import {
  describeChannelPage,
  type CustomerAction,
  type FaultSwitch,
  type FormField,
  type PanelMessage,
  type ServicePanel,
} from "../panel.ts";
import { describePictureFields, textField } from "./customers.ts";

export interface TelegramPanelOptions {
  readonly port: number;
  readonly token: string;
  readonly onChange: () => void;
}

const sendMethods = ["sendMessage", "sendPhoto", "sendDocument", "sendVideo", "sendAudio"];
const failSending = (fault: Omit<TelegramFault, "method" | "times">): readonly TelegramFault[] =>
  sendMethods.map((method) => ({ ...fault, method, times: Infinity }));

/** Faults of the Bot API. */
const faults: readonly (FaultSwitch & { readonly list: readonly TelegramFault[] })[] = [
  {
    name: "flood",
    label: "Flood limit",
    hint: "Answers 429 and asks to wait 5 s",
    list: failSending({
      reply: { status: 429, description: "Too Many Requests: retry after 5", retryAfterS: 5 },
    }),
  },
  {
    ...commonFaults.error,
    list: failSending({ reply: { status: 500, description: "Internal Server Error" } }),
  },
  {
    name: "slow",
    label: "Slow",
    hint: "Answers each message after 5 s",
    list: failSending({ reply: { delayMs: 5_000 } }),
  },
  { ...commonFaults.lost, list: failSending({ isExecuted: true, reply: "reset" }) },
  { ...commonFaults.outage, list: [{ times: Infinity, reply: "reset" }] },
];

const customer: FormField = {
  name: "customer",
  label: "Customer",
  type: "text",
  initial: "Nadia Petrova",
};
const photoFields = describePictureFields("Photo");

/** Starts the Bot API with one bot, and its customers. */
export async function startTelegramPanel({
  port,
  token,
  onChange,
}: TelegramPanelOptions): Promise<ServicePanel> {
  const service = await startTelegramService({ port, onChange });
  // Parlour remembers ids of earlier runs, so the ids of this run must be higher. A run has fewer
  // updates than milliseconds.
  const bot = service.addBot({ token, firstId: Date.now() });
  const users = new Map<string, AppUser>();
  const shown = { repeats: false };
  const findPerson = (name: string): AppUser | null => {
    const known = users.get(name);
    if (known !== undefined || name === "") return known ?? null;
    const [firstName = name, ...rest] = name.split(" ");
    const lastName = rest.join(" ");
    const person = bot.addUser({
      id: createCustomerId(name),
      first_name: firstName,
      last_name: lastName || undefined,
    });
    users.set(name, person);
    return person;
  };
  return {
    name: "telegram",
    title: "Telegram",
    environment: { TELEGRAM_API_URL: service.url },
    settingsPage: describeChannelPage("Telegram"),
    settings: [{ label: "Bot token", value: token }],
    hosts: [service.host],
    actions: createActions(findPerson, () => {
      const update = bot.pendingUpdates.at(-1);
      if (shown.repeats && update !== undefined) bot.repeatUpdate(update);
    }),
    ...createFaultSwitches(
      [
        ...faults.map(({ list, ...texts }) => ({
          ...texts,
          start: () => list.forEach((fault) => service.addFault(fault)),
        })),
        {
          name: "repeats",
          label: "Repeated updates",
          hint: "Sends what customers do twice",
          start: () => void (shown.repeats = true),
        },
      ],
      () => {
        service.endFaults();
        shown.repeats = false;
      },
    ),
    readMessages: () =>
      [...users]
        .flatMap(([name, person]) =>
          person.messages.map((message) => describeMessage(bot, name, message)),
        )
        .toSorted((a, b) => Number(a.key) - Number(b.key)),
    press(key, value) {
      const person = [...users.values()].find(({ received }) =>
        received.some((message) => String(message.message_id) === key),
      );
      if (person === undefined) return "This message does not exist.";
      person.press(Number(key), value);
      return null;
    },
    close: () => service.close(),
  };
}

function createActions(
  find: (name: string) => AppUser | null,
  afterAction: () => void,
): readonly CustomerAction[] {
  const create = createActionBuilder({ field: customer, find, afterAction });
  return [
    create({ name: "text", label: "Text", fields: [textField] }, (person, values) => {
      if (values.text("text").trim() === "") return missingText;
      person.write(values.text("text"));
      return null;
    }),
    create({ name: "photo", label: "Photo", fields: photoFields }, (person, values) => {
      const caption = values.text("text");
      const file = values.file("file") ?? samplePicture;
      person.sendFile("photo", caption === "" ? file : { ...file, caption });
      return null;
    }),
    create(
      { name: "edit", label: "Edit of the last text", fields: [textField] },
      (person, values) => {
        const last = person.messages.findLast(
          (message) => message.from.id === person.id && message["text"] !== undefined,
        );
        if (last === undefined) return "This customer has written no text yet.";
        if (values.text("text").trim() === "") return missingText;
        person.edit(last.message_id, values.text("text"));
        return null;
      },
    ),
    create({ name: "reaction", label: reactionLabel, fields: [emojiField] }, (person, values) => {
      const last = person.received.at(-1);
      if (last === undefined) return "This customer has received no message yet.";
      const emoji = values.text("emoji").trim();
      person.react(last.message_id, emoji === "" ? [] : [emoji]);
      return null;
    }),
    create({ name: "block", label: "Block the bot", fields: [] }, (person) => {
      person.block();
      return null;
    }),
    create({ name: "unblock", label: "Unblock the bot", fields: [] }, (person) => {
      person.unblock();
      return null;
    }),
  ];
}

function describeMessage(bot: TelegramBot, name: string, message: ChatMessage): PanelMessage {
  const isOwn = message.from.id !== bot.user.id;
  const isPending = bot.pendingUpdates.some((update) =>
    Object.values(update).some((value) => toObject(value)["message_id"] === message.message_id),
  );
  return {
    key: String(message.message_id),
    from: isOwn ? "customer" : "parlour",
    customer: name,
    title: "",
    text: toText(message["text"] ?? message["caption"]),
    tags: [
      ...contentFields.filter((field) => message[field] !== undefined),
      ...(message["edit_date"] === undefined ? [] : ["edited"]),
      ...(message["reaction"] === undefined ? [] : [toText(message["reaction"])]),
      ...(isOwn ? [isPending ? "waits for Parlour" : "taken by Parlour"] : ["arrived"]),
    ],
    at: message.date * 1_000,
    buttons: readButtons(message["reply_markup"]),
  };
}
const contentFields = ["photo", "document", "video", "audio", "voice", "sticker", "location"];

function readButtons(markup: unknown): PanelMessage["buttons"] {
  const { inline_keyboard } = toObject(markup);
  return (Array.isArray(inline_keyboard) ? inline_keyboard.flat() : []).map((button) => ({
    label: toText(toObject(button)["text"]),
    value: toText(toObject(button)["callback_data"]),
  }));
}
