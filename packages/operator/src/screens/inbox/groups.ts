import type { OutboxItem } from "@parlour/client";
import type { Message } from "@parlour/protocol";
import { foldRouting, type RoutingStory } from "./routing-fold.ts";

/** An article of the conversation: lines of one author within a minute, or system lines in a row. */
export interface Group {
  /** Stays the same while lines are added. */
  readonly key: string;
  /** First line of its day: the day is shown above it. */
  readonly day: string | null;
  readonly kind: "visitor" | "operator" | "bot" | "system";
  readonly own: boolean;
  readonly note: boolean;
  readonly name: string;
  readonly at: string;
  readonly lines: readonly Line[];
}
/** `story`: the line stands for others too (CORE-158). */
export type Line = { readonly message: Message; readonly story: RoutingStory | null } | { readonly item: OutboxItem };

/**
 * Groups messages and what waits in the outbox behind them, by author and minute; days and minutes are local.
 * While earlier messages are still on the server the first group shows no day: it would move away, and the text under it, when they come.
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

/** Gives articles that did not change as the objects they were last time, so that they need not be drawn again. */
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

/** Stories of one line differ by the lines that were added, and by their end. */
function isSameStory(a: RoutingStory | null, b: RoutingStory | null): boolean {
  return a?.steps.length === b?.steps.length && a?.closedAt === b?.closedAt;
}

function dayOf(at: Date): string {
  return `${at.getFullYear()}-${at.getMonth() + 1}-${at.getDate()}`;
}

function minuteOf(at: Date): number {
  return Math.floor(at.getTime() / 60_000);
}
