import type { Message } from "@parlour/protocol";

/**
 * The routing messages that one line of the feed summarises: how a chat came to an operator, or how
 * it waits (CORE-158).
 */
export interface RoutingStory {
  /** Steps in order. The last one before `closed` is the line in the feed. */
  readonly steps: readonly Message[];
  /** Start of the wait, Unix milliseconds. */
  readonly since: number;
  /** Time when the chat was closed while it waited, Unix milliseconds. Null if it was not. */
  readonly closedAt: number | null;
  /** Name of the bot that wrote before. Null if there was none. */
  readonly bot: string | null;
}
/** A message of the feed. `story`: the message represents several. */
export interface FeedMessage {
  readonly message: Message;
  readonly story: RoutingStory | null;
}

const waitingCodes = new Set([
  "offered",
  "offer_passed",
  "ladder_next",
  "ladder_department",
  "ladder_channel",
  "ladder_push",
  "ladder_mail",
  "ladder_visitor",
  "ladder_remind",
  "reassigned",
  "owner_gone",
  "transferred",
  "invited",
]);
/**
 * Codes of a bot that stopped answering. The reason keeps a line of its own, and the wait begins.
 */
const botEnds = new Set(["bot_failed", "bot_off", "bot_silent"]);
/**
 * Returns whether a code is the result of a notice (CORE-190). Results belong to the wait that
 * caused them, even if the chat was taken meanwhile.
 */
const isResult = (code: string): boolean => /^ladder_(?:push|mail|remind)_(?:delivered|delayed|failed)$/.test(code);

interface Draft {
  readonly steps: Message[];
  since: number;
  closedAt: number | null;
  readonly bot: string | null;
}

/**
 * Replaces the routing messages of each assignment by one line. A transfer offer merges into its
 * acceptance. An offer that ended otherwise keeps its own line.
 */
export function foldRouting(messages: readonly Message[]): readonly FeedMessage[] {
  const feed: ({ message: Message; story: Draft | null } | null)[] = [];
  /** The story that waits for its assignment. `openIndex` is its position in the feed. */
  let open: Draft | null = null;
  let place = -1;
  let last: Draft | null = null;
  let offer = -1;
  let begun: number | null = null;
  let bot: string | null = null;
  const begin = (since: number): Draft => ({ steps: [], since, closedAt: null, bot });
  const show = (message: Message, story: Draft | null): number => feed.push({ message, story }) - 1;
  for (const message of messages) {
    const { author, line } = message;
    const code = line?.code ?? "";
    const at = Date.parse(message.created_at);
    if (author.kind === "bot") bot = author.name;
    if (author.kind === "visitor") begun ??= at;
    const known = open ?? last;
    if (isResult(code) && known !== null) known.steps.push(message);
    else if (waitingCodes.has(code) || isResult(code) || code === "reassign_nobody") {
      // The chat has an operator who does not reply, so nobody waits for an assignment yet.
      if (open === null) open = begin(code === "reassign_nobody" ? Number.NaN : at);
      else feed[place] = null;
      if (Number.isNaN(open.since) && code !== "reassign_nobody") open.since = at;
      open.steps.push(message);
      place = show(message, open);
    } else if (code === "accepted") {
      const story: Draft = open ?? begin(begun ?? at);
      if (open !== null) feed[place] = null;
      story.steps.push(message);
      show(message, story);
      [last, open, begun] = [story, null, null];
    } else if (code === "transfer_accepted") {
      const story = begin(at);
      const offered = offer < 0 ? null : feed[offer];
      if (offered) story.steps.push(offered.message);
      if (offer >= 0) feed[offer] = null;
      story.steps.push(message);
      show(message, story);
      last = story;
      offer = -1;
    } else {
      if (botEnds.has(code)) begun = at;
      if (code === "transfer_offered") offer = feed.length;
      else if (code.startsWith("transfer_")) offer = -1;
      else if (code === "closed" && open !== null) {
        open.closedAt = at;
        [last, open] = [open, null];
      }
      show(message, null);
    }
  }
  return feed.filter((one) => one !== null);
}

/** Returns the message that ended the story with an assignment. Null while the chat waits. */
export function assignmentOf({ steps }: RoutingStory): Message | null {
  return steps.find(({ line }) => line?.code === "accepted" || line?.code === "transfer_accepted") ?? null;
}
