/** A chat with the information that the bot has received. */
export interface LabBotChat {
  readonly chatId: string;
  readonly clientId: string;
  name: string;
  /** State according to the latest event that Parlour sent. */
  state: "bot" | "invited" | "joined" | "closed";
  readonly lines: LabBotChatEntry[];
}

/** A message of the customer or the bot, or another event. */
export interface LabBotChatEntry {
  /** Id of the event. A repeat of the event has the same id (BOT-020). */
  readonly key: string;
  readonly from: "customer" | "bot" | "event";
  readonly kind: string;
  readonly text: string;
  readonly at: number;
  state: "came" | "sending" | "accepted" | "refused" | "unanswered";
  detail: string | null;
  times: number;
}
const maxEntries = 200;

export function addBotChatEntry(chat: LabBotChat, line: LabBotChatEntry): LabBotChatEntry {
  chat.lines.push(line);
  if (chat.lines.length > maxEntries) chat.lines.shift();
  return line;
}
