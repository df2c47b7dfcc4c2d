import type { OutboxItem } from "@parlour/client";
import type { Message } from "@parlour/protocol";
import { createRoutingStories, type RoutingStory } from "../routing/routing-story.ts";

/**
 * An article of the conversation: messages of one author within a minute, or consecutive system
 * messages.
 */
export interface MessageGroupData {
  /** Key that does not change while messages are added. */
  readonly key: string;
  /** Time of the first message of a day, which is shown above it. Null for other groups. */
  readonly day: string | null;
  readonly kind: "visitor" | "operator" | "bot" | "system";
  readonly isOwn: boolean;
  readonly isNote: boolean;
  readonly name: string;
  readonly at: string;
  readonly lines: readonly ConversationItem[];
}
/** An item of the conversation. With `story`, it represents several messages (CORE-158). */
export type ConversationItem =
  | { readonly message: Message; readonly story: RoutingStory | null }
  | { readonly item: OutboxItem };

/**
 * Groups messages and outbox items by author and local minute. The first group shows no day until
 * all earlier messages are loaded, because the day would move when they arrive.
 */
export function groupMessages(
  messages: readonly Message[],
  outboxItems: readonly OutboxItem[],
  operatorId: number,
): MessageGroupData[] {
  const groups: (MessageGroupData & { lines: ConversationItem[] })[] = [];
  const first = messages[0];
  let day = first !== undefined && first.seq > 1 ? toDayKey(new Date(first.created_at)) : "";
  const add = (
    line: ConversationItem,
    header: Omit<MessageGroupData, "key" | "day" | "lines">,
    id: string,
    author: string,
  ) => {
    const at = new Date(header.at);
    const thisDay = toDayKey(at);
    const last = groups.at(-1);
    const sameMinute =
      last !== undefined &&
      header.kind !== "system" &&
      toMinute(new Date(last.at)) === toMinute(at);
    const isSameGroup =
      last !== undefined &&
      thisDay === day &&
      authors.get(last) === author &&
      (header.kind === "system" || sameMinute);
    if (isSameGroup) {
      last.lines.push(line);
      return;
    }
    const group = { ...header, key: id, day: thisDay === day ? null : header.at, lines: [line] };
    authors.set(group, author);
    groups.push(group);
    day = thisDay;
  };
  const authors = new Map<object, string>();
  const sentIds = new Set(messages.map((message) => message.client_id));
  for (const { message, story } of createRoutingStories(messages)) {
    const { kind, id, name } = message.author;
    const note = message.kind === "note";
    add(
      { message, story },
      {
        kind,
        isOwn: kind === "operator" || kind === "bot" ? kind === "operator" : false,
        isNote: note,
        name,
        at: message.created_at,
      },
      `m${message.seq}`,
      kind === "system" ? "system" : `${kind} ${id ?? ""} ${note}`,
    );
  }
  for (const item of outboxItems) {
    if (sentIds.has(item.clientId)) continue;
    add(
      { item },
      {
        kind: "operator",
        isOwn: true,
        isNote: item.kind === "note",
        name: "",
        at: new Date(item.createdAt).toISOString(),
      },
      `o${item.clientId}`,
      `operator ${operatorId} ${item.kind === "note"}`,
    );
  }
  return groups;
}

/** Returns whether a group of an email chat is an email. Notes and bots are as in other chats. */
export const isLetter = ({ kind, isNote }: MessageGroupData): boolean =>
  !isNote && (kind === "visitor" || kind === "operator");

/** Returns a function that reuses unchanged groups, so that React does not re-render them. */
export function reuseGroups(): (
  groups: readonly MessageGroupData[],
) => readonly MessageGroupData[] {
  let previous = new Map<string, MessageGroupData>();
  return (groups) => {
    const reused = groups.map((group) => {
      const previousGroup = previous.get(group.key);
      return previousGroup && isSameGroup(previousGroup, group) ? previousGroup : group;
    });
    previous = new Map(reused.map((group) => [group.key, group]));
    return reused;
  };
}

function isSameGroup(a: MessageGroupData, b: MessageGroupData): boolean {
  return (
    a.day === b.day &&
    a.name === b.name &&
    a.at === b.at &&
    a.lines.length === b.lines.length &&
    a.lines.every((line, n) => isSameItem(line, b.lines[n]))
  );
}

function isSameItem(a: ConversationItem, b: ConversationItem | undefined): boolean {
  if (b === undefined) return false;
  if ("item" in a) return "item" in b && a.item === b.item;
  return "message" in b && a.message === b.message && isSameStory(a.story, b.story);
}

/** Returns whether two stories have the same number of steps and the same end. */
function isSameStory(a: RoutingStory | null, b: RoutingStory | null): boolean {
  return a?.steps.length === b?.steps.length && a?.closedAt === b?.closedAt;
}

function toDayKey(at: Date): string {
  return `${at.getFullYear()}-${at.getMonth() + 1}-${at.getDate()}`;
}

function toMinute(at: Date): number {
  return Math.floor(at.getTime() / 60_000);
}
