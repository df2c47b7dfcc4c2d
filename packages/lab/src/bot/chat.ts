/** A chat as the bot sees it. */
export interface BotChat {
  readonly chatId: string;
  readonly clientId: string;
  name: string;
  /** What the provider was told last. */
  state: "bot" | "invited" | "joined" | "closed";
  readonly lines: BotLine[];
}

/** A message of the customer, one of the bot, or an event between them. */
export interface BotLine {
  /** Id of the event: the same on every repeat (BOT-020). */
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
