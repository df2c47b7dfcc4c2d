import { startChatwootService } from "../services/chatwoot/index.ts";
import type { HistoryServer } from "../services/history/server.ts";
import { createWorld, type World } from "../services/history/world.ts";
import { startRocketChatService } from "../services/rocketchat/index.ts";
import type { FormField, PanelMessage, ServicePanel } from "./panel.ts";

interface HistoryPanelOptions {
  readonly port: number;
  readonly token: string;
  readonly onChange: () => void;
}

/** What differs between both panels. */
interface PanelTexts {
  readonly name: string;
  readonly title: string;
  readonly settings: ServicePanel["settings"];
}

const chatCount: FormField = { name: "chats", label: "Chats", type: "text", initial: "10" };
const maxNewChats = 1_000;

const faultReplies = {
  limit: { status: 429, retryAfterS: 5 },
  error: { status: 500 },
  html: "html",
  half: "half",
  cut: "cut",
  same: "same",
  outage: "reset",
} as const;

/** Starts Chatwoot's API with an account whose chats Parlour can import. */
export async function startChatwootPanel(options: HistoryPanelOptions): Promise<ServicePanel> {
  const world = createWorld({ chats: 200, persons: 100, longChats: 1 });
  const service = await startChatwootService({ ...options, world });
  return createPanel(service, world, {
    name: "chatwoot",
    title: "Chatwoot",
    settings: [
      { label: "Chatwoot address", value: service.url },
      { label: "Chatwoot access token", value: service.token },
    ],
  });
}

/** Starts Rocket.Chat's API with rooms that Parlour can import. */
export async function startRocketChatPanel(options: HistoryPanelOptions): Promise<ServicePanel> {
  const world = createWorld({ seed: 2, chats: 200, persons: 100, longChats: 1 });
  const service = await startRocketChatService({ ...options, world });
  return createPanel(service, world, {
    name: "rocketchat",
    title: "Rocket.Chat",
    settings: [
      { label: "Rocket.Chat address", value: service.url },
      { label: "Rocket.Chat token", value: service.token },
      { label: "Rocket.Chat user ID", value: service.userId },
    ],
  });
}

function createPanel(service: HistoryServer, world: World, texts: PanelTexts): ServicePanel {
  return {
    ...texts,
    environment: {},
    settingsPage: "a new import",
    hosts: [service.host],
    actions: [
      {
        name: "chats",
        label: "New chats",
        fields: [chatCount],
        run(values) {
          const count = Number(values.text("chats"));
          if (!Number.isInteger(count) || count < 1 || count > maxNewChats)
            return `Enter a number from 1 to ${maxNewChats}.`;
          for (let n = 0; n < count; n += 1) world.addChat();
          return null;
        },
      },
    ],
    faults: [
      { name: "limit", label: "Rate limit", hint: "Answers 429 and asks to wait 5 s" },
      { name: "error", label: "Error", hint: "Answers 500" },
      { name: "html", label: "Page instead of JSON", hint: "Answers with an HTML page" },
      { name: "half", label: "Broken JSON", hint: "The JSON ends in the middle" },
      { name: "cut", label: "Cut answers", hint: "Cuts the connection in the middle of an answer" },
      { name: "same", label: "Same page", hint: "Answers the same page for ever" },
      { name: "outage", label: "Outage", hint: "Cuts every connection" },
    ],
    readMessages: () => service.requests.map(describeRequest),
    press: () => "This message has no buttons.",
    showFaults(names) {
      service.endFaults();
      for (const [name, reply] of Object.entries(faultReplies))
        if (names.has(name)) service.addFault({ times: Infinity, reply });
    },
    close: () => service.close(),
  };
}

const describeRequest = (
  { path, query, status, at }: HistoryServer["requests"][number],
  index: number,
): PanelMessage => ({
  key: String(index),
  from: "parlour",
  customer: "the old system",
  title: "",
  text: `${path}${query}`,
  tags: [status === 0 ? "cut" : String(status)],
  at,
  buttons: [],
});
