import type { Message } from "@parlour/protocol";
import {
  isLetter,
  type MessageGroupData,
} from "../../../../ui/conversation/message/message-groups.ts";

/** Which emails of a conversation are open on this screen (MAIL-156). */
export interface FoldState {
  /** Emails of the chat with this number or a later one are open. Null until some are loaded. */
  readonly openFrom: number | null;
  /** Whether emails of earlier chats are open. Null: the newest one of each chat. */
  readonly isEarlierOpen: boolean | null;
  /** What the reader chose for single emails, by the key of the group. */
  readonly chosen: ReadonlyMap<string, boolean>;
}

export const emptyFoldState: FoldState = {
  openFrom: null,
  isEarlierOpen: null,
  chosen: new Map(),
};

/** Folds what was read when the chat is opened, except the newest email. */
export function foldReadLetters(
  groups: readonly MessageGroupData[],
  messages: readonly Message[],
  unread: number,
): FoldState {
  const openFrom = Math.min(findNewestLetter(groups), findFirstUnread(messages, unread));
  return { ...emptyFoldState, openFrom };
}

export const unfoldAll: FoldState = { ...emptyFoldState, openFrom: 0, isEarlierOpen: true };

/** Folds all emails that were read. Later ones are open. */
export function foldAll(messages: readonly Message[], unread: number): FoldState {
  const openFrom = findFirstUnread(messages, unread);
  return { ...emptyFoldState, openFrom, isEarlierOpen: false };
}

export function chooseFold(state: FoldState, groupKey: string, isOpen: boolean): FoldState {
  return { ...state, chosen: new Map(state.chosen).set(groupKey, isOpen) };
}

/**
 * Returns whether an email is open. `earlierNewest` is the number of the newest email of an earlier
 * chat, or null in the open chat.
 */
export function isLetterOpen(
  { openFrom, isEarlierOpen, chosen }: FoldState,
  group: MessageGroupData,
  earlierNewest: number | null,
): boolean {
  const last = listMessages(group).at(-1)?.seq ?? Infinity;
  return (
    chosen.get(group.key) ??
    (earlierNewest === null ? last >= (openFrom ?? 0) : (isEarlierOpen ?? last >= earlierNewest))
  );
}

/** Returns the stored messages of a group. */
export const listMessages = ({ lines }: MessageGroupData): readonly Message[] =>
  lines.flatMap((line) => ("message" in line ? [line.message] : []));

/** Returns the number of the newest email that was not undone. Infinity if there is none. */
export function findNewestLetter(groups: readonly MessageGroupData[]): number {
  const newest = groups.findLast(
    (group) =>
      isLetter(group) && listMessages(group).some((message) => message.undone_at === undefined),
  );
  return (newest && listMessages(newest)[0]?.seq) ?? Infinity;
}

/** Returns the number of the first unread message, or of the next message if all were read. */
function findFirstUnread(messages: readonly Message[], unread: number): number {
  const received = messages.filter(
    ({ author, blacklisted }) => author.kind === "visitor" && blacklisted !== true,
  );
  if (unread > 0) return received.at(-unread)?.seq ?? 0;
  return (messages.at(-1)?.seq ?? 0) + 1;
}
