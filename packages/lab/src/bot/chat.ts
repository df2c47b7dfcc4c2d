/** A chat as the bot sees it. */
export interface BotChat {
  readonly chatId: string;
  readonly clientId: string;
  name: string;
  /** State according to the latest event that Parlour sent. */
  state: "bot" | "invited" | "joined" | "closed";
  readonly lines: BotLine[];
}

/** A message of the customer or the bot, or another event. */
export interface BotLine {
  /** Id of the event, the same on every repeat (BOT-020). */
  readonly key: string;
  readonly from: "customer" | "bot" | "event";
  readonly kind: string;
  readonly text: string;
  readonly at: number;
  state: "came" | "sending" | "accepted" | "refused" | "unanswered";
  detail: string | null;
  times: number;
}
const maxLines = 200;

export function addLine(chat: BotChat, line: BotLine): BotLine {
  chat.lines.push(line);
  if (chat.lines.length > maxLines) chat.lines.shift();
  return line;
}
