import type { OutboxItem } from "@parlour/client";
import type { Message } from "@parlour/protocol";
import { foldRouting, type RoutingStory } from "./routing-fold.ts";

/**
 * An article of the conversation: messages of one author within a minute, or consecutive system
 * messages.
 */
export interface Group {
  /** Stable while messages are added. */
  readonly key: string;
  /** Time of the first message of a day, which shows the day above it. Otherwise null. */
  readonly day: string | null;
  readonly kind: "visitor" | "operator" | "bot" | "system";
  readonly own: boolean;
  readonly note: boolean;
  readonly name: string;
  readonly at: string;
  readonly lines: readonly Line[];
}
/** An item of the conversation. `story`: the message represents several (CORE-158). */
export type Line = { readonly message: Message; readonly story: RoutingStory | null } | { readonly item: OutboxItem };

/**
 * Groups messages and outbox items by author and local minute. The first group shows no day while
 * earlier messages are not loaded, because the day would move when they arrive.
 */
export function groupsOf(messages: readonly Message[], waiting: readonly OutboxItem[], operatorId: number): Group[] {
  const groups: (Group & { lines: Line[] })[] = [];
  const first = messages[0];
  let day = first !== undefined && first.seq > 1 ? dayOf(new Date(first.created_at)) : "";
  const add = (line: Line, head: Omit<Group, "key" | "day" | "lines">, id: string, author: string) => {
    const at = new Date(head.at);
    const thisDay = dayOf(at);
    const last = groups.at(-1);
    const sameMinute = last !== undefined && head.kind !== "system" && minuteOf(new Date(last.at)) === minuteOf(at);
    const joins = last !== undefined && thisDay === day && authors.get(last) === author && (head.kind === "system" || sameMinute);
    if (joins) {
      last.lines.push(line);
      return;
    }
    const group = { ...head, key: id, day: thisDay === day ? null : head.at, lines: [line] };
    authors.set(group, author);
    groups.push(group);
    day = thisDay;
  };
  const authors = new Map<object, string>();
  const sent = new Set(messages.map((message) => message.client_id));
  for (const { message, story } of foldRouting(messages)) {
    const { kind, id, name } = message.author;
    const note = message.kind === "note";
    add(
      { message, story },
      { kind, own: kind === "operator" || kind === "bot" ? kind === "operator" : false, note, name, at: message.created_at },
      `m${message.seq}`,
      kind === "system" ? "system" : `${kind} ${id ?? ""} ${note}`,
    );
  }
  for (const item of waiting) {
    if (sent.has(item.clientId)) continue;
    add(
      { item },
      { kind: "operator", own: true, note: item.kind === "note", name: "", at: new Date(item.createdAt).toISOString() },
      `o${item.clientId}`,
      `operator ${operatorId} ${item.kind === "note"}`,
    );
  }
  return groups;
}

/**
 * Returns a function that reuses the objects of unchanged groups, so that they need not render
 * again.
 */
export function keepGroups(): (groups: readonly Group[]) => readonly Group[] {
  let before = new Map<string, Group>();
  return (groups) => {
    const kept = groups.map((group) => {
      const known = before.get(group.key);
      return known && isSame(known, group) ? known : group;
    });
    before = new Map(kept.map((group) => [group.key, group]));
    return kept;
  };
}

function isSame(a: Group, b: Group): boolean {
  return (
    a.day === b.day &&
    a.name === b.name &&
    a.at === b.at &&
    a.lines.length === b.lines.length &&
    a.lines.every((line, n) => sameLine(line, b.lines[n]))
  );
}

function sameLine(a: Line, b: Line | undefined): boolean {
  if (b === undefined) return false;
  if ("item" in a) return "item" in b && a.item === b.item;
  return "message" in b && a.message === b.message && isSameStory(a.story, b.story);
}

/** Returns whether two stories have the same number of steps and the same end. */
function isSameStory(a: RoutingStory | null, b: RoutingStory | null): boolean {
  return a?.steps.length === b?.steps.length && a?.closedAt === b?.closedAt;
}

function dayOf(at: Date): string {
  return `${at.getFullYear()}-${at.getMonth() + 1}-${at.getDate()}`;
}

function minuteOf(at: Date): number {
  return Math.floor(at.getTime() / 60_000);
}
