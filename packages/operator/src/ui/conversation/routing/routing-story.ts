import type { Message } from "@parlour/protocol";

/**
 * The routing messages that one line of the feed summarizes: how an operator got the chat, or how
 * it waits (CORE-158).
 */
export interface RoutingStory {
  /** Steps in order. The last step before `closed` is the line in the feed. */
  readonly steps: readonly Message[];
  /** Start of the wait, Unix milliseconds. */
  readonly since: number;
  /** When the chat was closed while it waited, in Unix milliseconds. Null if it was not. */
  readonly closedAt: number | null;
  /** Name of the bot that had the chat before. Null if there was none. */
  readonly bot: string | null;
}
/** A message of the feed. With `story`, the message represents several. */
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
/** Codes that name the operator who got the chat. */
const assignmentCodes: ReadonlySet<string> = new Set(["accepted", "transfer_accepted", "assigned"]);
/** Codes of a bot that stopped answering. The reason keeps its own line, and the wait begins. */
const botFailureCodes = new Set([
  "agent_handed_over",
  "automatic_message",
  "bot_failed",
  "bot_off",
  "bot_sender_unverified",
  "bot_silent",
]);
/** Returns whether a code is a result of a notification (CORE-190), which belongs to its wait. */
const isResult = (code: string): boolean =>
  /^ladder_(?:push|mail|remind)_(?:delivered|delayed|failed)$/.test(code);

interface StoryDraft {
  readonly steps: Message[];
  since: number;
  closedAt: number | null;
  readonly bot: string | null;
}

/**
 * Replaces the routing messages of each assignment with one line. A transfer offer is merged into
 * its acceptance. An offer with another outcome keeps its own line.
 */
export function createRoutingStories(messages: readonly Message[]): readonly FeedMessage[] {
  const feed: ({ message: Message; story: StoryDraft | null } | null)[] = [];
  /** `open` is the story that waits for an assignment. `openIndex` is its position in the feed. */
  const stories: { open: StoryDraft | null; last: StoryDraft | null } = { open: null, last: null };
  let openIndex = -1;
  let offerIndex = -1;
  let startedAt: number | null = null;
  let bot: string | null = null;
  const createStory = (since: number): StoryDraft => ({ steps: [], since, closedAt: null, bot });
  const pushMessage = (message: Message, story: StoryDraft | null): number =>
    feed.push({ message, story }) - 1;
  const addWaiting = (message: Message, code: string, at: number): void => {
    // The start is unknown: the chat has an operator who does not reply.
    if (stories.open === null)
      stories.open = createStory(code === "reassign_nobody" ? Number.NaN : at);
    else feed[openIndex] = null;
    if (Number.isNaN(stories.open.since) && code !== "reassign_nobody") stories.open.since = at;
    stories.open.steps.push(message);
    openIndex = pushMessage(message, stories.open);
  };
  const addAccepted = (message: Message, at: number): void => {
    const story: StoryDraft = stories.open ?? createStory(startedAt ?? at);
    if (stories.open !== null) feed[openIndex] = null;
    story.steps.push(message);
    pushMessage(message, story);
    [stories.last, stories.open, startedAt] = [story, null, null];
  };
  const addTransferAccepted = (message: Message, at: number): void => {
    const story = createStory(at);
    const offerMessage = offerIndex < 0 ? null : feed[offerIndex];
    if (offerMessage) story.steps.push(offerMessage.message);
    if (offerIndex >= 0) feed[offerIndex] = null;
    story.steps.push(message);
    pushMessage(message, story);
    stories.last = story;
    offerIndex = -1;
  };
  const addOther = (message: Message, code: string, at: number): void => {
    if (botFailureCodes.has(code)) startedAt = at;
    if (code === "transfer_offered") offerIndex = feed.length;
    else if (code.startsWith("transfer_")) offerIndex = -1;
    else if (code === "closed" && stories.open !== null) {
      stories.open.closedAt = at;
      [stories.last, stories.open] = [stories.open, null];
    }
    pushMessage(message, null);
  };
  for (const message of messages) {
    const { author, line } = message;
    const code = line?.code ?? "";
    const at = Date.parse(message.created_at);
    if (author.kind === "bot") bot = author.name;
    if (author.kind === "visitor") startedAt ??= at;
    const currentStory: StoryDraft | null = stories.open ?? stories.last;
    if (isResult(code) && currentStory !== null) currentStory.steps.push(message);
    // A reminder of an assigned chat: it has an operator and does not wait for one (CORE-342).
    else if (code === "ladder_remind" && line?.to) pushMessage(message, null);
    else if (waitingCodes.has(code) || isResult(code) || code === "reassign_nobody")
      addWaiting(message, code, at);
    else if (code === "accepted") addAccepted(message, at);
    else if (code === "transfer_accepted" || code === "assigned") addTransferAccepted(message, at);
    else addOther(message, code, at);
  }
  return feed.filter((entry) => entry !== null);
}

/** Returns the message about the assignment that ended the story. Null while the chat waits. */
export function findAssignment({ steps }: RoutingStory): Message | null {
  return steps.find(({ line }) => line !== undefined && assignmentCodes.has(line.code)) ?? null;
}
