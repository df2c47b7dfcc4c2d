import type { IncomingMessage, ServerResponse } from "node:http";
import type { LabState } from "../state.ts";
import { objectOf, parsed, stringOf, takeRequest } from "../taken.ts";
import { addLine, type BotChat } from "./chat.ts";

const words: Readonly<Record<string, string>> = {
  AGENT_JOINED: "An operator joined: the bot is out of this chat.",
  AGENT_UNAVAILABLE: "No operator came: the chat is the bot's again.",
  CHAT_CLOSED: "The chat is closed.",
};

/**
 * The provider's endpoint (BOT-012): receives an event, shows it in its chat, and responds
 * according to the behaviour.
 */
export async function receiveBotEvent(state: LabState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const taken = await takeRequest(
    state,
    { side: "bot", secret: state.hidden.botSecret, whatOf: (body) => stringOf(parsed(body)["event"]) || "unreadable" },
    { request, response },
  );
  if (taken === null) return;
  const token = (request.url ?? "").split("?")[0]?.split("/").at(-1) ?? "";
  if (state.setup.bot.isOurs && token !== encodeURIComponent(state.hidden.botToken)) {
    taken.refuse(404);
    return;
  }
  show(state, parsed(taken.body), taken.at);
  await taken.answer();
}

function show(state: LabState, event: Readonly<Record<string, unknown>>, at: number): void {
  const [name, chatId, key] = [stringOf(event["event"]), stringOf(event["chat_id"]), stringOf(event["id"])];
  if (chatId === "") return;
  const chat = state.botChats.get(chatId) ?? state.addBotChat(newChat(chatId, stringOf(event["client_id"])));
  const known = chat.lines.find((line) => line.key === key && line.from !== "bot");
  if (known !== undefined) known.times += 1;
  else {
    const sender = stringOf(objectOf(event["sender"])["name"]);
    if (sender !== "") chat.name = sender;
    chat.state = name === "AGENT_JOINED" ? "joined" : name === "CHAT_CLOSED" ? "closed" : name === "AGENT_UNAVAILABLE" ? "bot" : chat.state;
    const message = objectOf(event["message"]);
    const button = stringOf(message["button_id"]);
    addLine(chat, {
      key,
      from: name === "CLIENT_MESSAGE" ? "customer" : "event",
      kind: button === "" ? name : `button ${button}`,
      text: name === "CLIENT_MESSAGE" ? stringOf(message["text"]) : (words[name] ?? name),
      at,
      state: "came",
      detail: null,
      times: 1,
    });
  }
  state.tell({ botChat: chat });
}

const newChat = (chatId: string, clientId: string): BotChat => ({
  chatId,
  clientId,
  // The chat of test events (BOT-087).
  name: chatId === "0" ? "Test event" : `Customer ${clientId}`,
  state: "bot",
  lines: [],
});
