import type { IncomingMessage, ServerResponse } from "node:http";
import type { LabState } from "../state.ts";
import { toObject, parseObject, toText, receiveRequest } from "../endpoints/received-request.ts";
import { addBotChatEntry, type LabBotChat } from "./chat.ts";

const eventText: Readonly<Record<string, string>> = {
  AGENT_JOINED: "An operator joined: the bot is out of this chat.",
  AGENT_UNAVAILABLE: "No operator came: the chat is the bot's again.",
  CHAT_CLOSED: "The chat is closed.",
};

/** Shows an event in its chat, and responds according to the behaviour (BOT-012). */
export async function receiveBotEvent(
  state: LabState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const received = await receiveRequest(
    state,
    {
      side: "bot",
      secret: state.secrets.botSecret,
      nameEvent: (body) => toText(parseObject(body)["event"]) || "unreadable",
    },
    { request, response },
  );
  if (received === null) return;
  const token = (request.url ?? "").split("?")[0]?.split("/").at(-1) ?? "";
  if (state.setup.bot.isOurs && token !== encodeURIComponent(state.secrets.botToken)) {
    received.respondWithStatus(404);
    return;
  }
  storeEvent(state, parseObject(received.body), received.at);
  await received.respond();
}

function storeEvent(state: LabState, event: Readonly<Record<string, unknown>>, at: number): void {
  const [name, chatId, key] = [
    toText(event["event"]),
    toText(event["chat_id"]),
    toText(event["id"]),
  ];
  if (chatId === "") return;
  const chat =
    state.botChats.get(chatId) ?? state.addBotChat(createChat(chatId, toText(event["client_id"])));
  const existing = chat.lines.find((line) => line.key === key && line.from !== "bot");
  if (existing !== undefined) existing.times += 1;
  else {
    const sender = toText(toObject(event["sender"])["name"]);
    if (sender !== "") chat.name = sender;
    chat.state =
      name === "AGENT_JOINED"
        ? "joined"
        : name === "CHAT_CLOSED"
          ? "closed"
          : name === "AGENT_UNAVAILABLE"
            ? "bot"
            : chat.state;
    const message = toObject(event["message"]);
    const button = toText(message["button_id"]);
    addBotChatEntry(chat, {
      key,
      from: name === "CLIENT_MESSAGE" ? "customer" : "event",
      kind: button === "" ? name : `button ${button}`,
      text: name === "CLIENT_MESSAGE" ? toText(message["text"]) : (eventText[name] ?? name),
      at,
      state: "came",
      detail: null,
      times: 1,
    });
  }
  state.publish({ botChat: chat });
}

const createChat = (chatId: string, clientId: string): LabBotChat => ({
  chatId,
  clientId,
  // Test events use the chat with id "0" (BOT-087).
  name: chatId === "0" ? "Test event" : `Customer ${clientId}`,
  state: "bot",
  lines: [],
});
