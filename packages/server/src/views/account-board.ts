import type { LiveDueChat, LiveReport, ReportFigures } from "@parlour/protocol/api";
import { isOpen, nextOpening, type OpeningHours } from "@parlour/protocol/hours/open-hours";
import { canSeeChannel, type Principal } from "../auth/index.ts";
import type { AccountConfig } from "../core/command.ts";
import type { ChatEntity, Presence, Visitor } from "../core/entity.ts";
import { effectiveHours } from "../core/hours/effective-hours.ts";
import { canAnswerChats } from "../core/operator/eligibility.ts";
import { visitorDisplayName } from "../core/visitor/resolve.ts";
import { readBoardChats, type BoardChat, type DueChat } from "../store/chats/list/board-chats.ts";
import type { Reader } from "../store/database/reader.ts";
import type { ViewEntry } from "./account-counts.ts";

/** The figures of today and of the same weekday of the last week. */
export interface DayFigures {
  readonly timezone: string;
  readonly today: ReportFigures;
  readonly last_week: ReportFigures;
}

export interface AccountBoardDeps {
  readonly reader: Reader;
  readonly loadConfig: () => Promise<AccountConfig>;
  readonly readFigures: (
    config: AccountConfig,
    now: number,
    department: number | null,
  ) => Promise<DayFigures>;
  readonly presence: (operatorId: number) => Presence;
}
/** The figures of a department, or of the account (null), until `dueAt` in ms since 1970. */
interface StoredFigures {
  readonly figures: DayFigures;
  readonly dueAt: number;
}
/** Interval between two reads of the figures of a day, in ms. */
const figuresIntervalMs = 60_000;
/** Maximum number of chats in `due_next`. */
const maxDueChats = 10;

/** The live boards of an account and its departments in memory (BOARD-002). */
export class AccountBoard {
  readonly #deps: AccountBoardDeps;
  readonly #account: number;
  #chats = new Map<number, BoardChat>();
  /** Whether the chats must be read. */
  #isStale = true;
  #load: Promise<void> = Promise.resolve();
  /** The latest frame of each chat that is not applied, and of each changed visitor. */
  #frames = new Map<number, string>();
  #visitorFrames = new Map<number, string>();
  readonly #figures = new Map<number | null, StoredFigures>();
  #shown: readonly (number | null)[] = [];
  #config: AccountConfig | null = null;
  #now = 0;
  /** Whether the board differs from the one that was sent. */
  isChanged = true;

  constructor(account: number, deps: AccountBoardDeps) {
    this.#account = account;
    this.#deps = deps;
  }

  /** Takes the entries of the journal. Does not parse chats. */
  receive(entries: readonly ViewEntry[]): void {
    for (const { name, chatId, visitorId, frame } of entries)
      if (chatId !== null && name.startsWith("chat_")) {
        this.#frames.set(chatId, frame);
        this.isChanged = true;
      } else if (name === "visitor_updated" && visitorId !== null) {
        this.#visitorFrames.set(visitorId, frame);
        this.isChanged = true;
      } else if (name === "settings_changed") {
        // After an erasure, the visitor's chats do not exist any more (CORE-116).
        if (frame.includes('"kind":"visitor"')) this.#isStale = true;
        this.isChanged = true;
      }
  }

  /** Sets the departments that sockets show. Forgets old figures of others. */
  show(departments: readonly (number | null)[], now: number): void {
    this.#shown = departments;
    for (const [department, { dueAt }] of this.#figures)
      if (dueAt <= now && !departments.includes(department)) this.#figures.delete(department);
  }
  /** Time of the next read of figures that sockets show, in ms since 1970. */
  figuresDueAt(): number {
    return Math.min(...this.#shown.map((department) => this.#figures.get(department)?.dueAt ?? 0));
  }

  /** Reads missing boards and applies changes. `now`: ms since 1970. */
  async load(now: number, departments: readonly (number | null)[]): Promise<void> {
    const config = await this.#deps.loadConfig();
    // A failed load does not prevent the next one.
    this.#load = this.#load.catch(() => undefined).then(() => this.#read(config, now, departments));
    await this.#load;
    this.#config = config;
    this.#now = now;
    this.#apply();
  }

  /** Returns the loaded board of a department as a principal sees it. */
  report(principal: Principal, department: number | null): LiveReport {
    const config = this.#config;
    const figures = this.#figures.get(department)?.figures;
    if (config === null || figures === undefined) throw new Error("The board is not loaded.");
    const all = [...this.#chats];
    const chats =
      department === null ? all : all.filter(([, chat]) => chat.departmentId === department);
    return {
      at: new Date(this.#now).toISOString(),
      department,
      ...countChats(chats.map(([, chat]) => chat)),
      next_opening_at: formatOpening(effectiveHours(config, department), this.#now),
      people: listOperators(config, [...this.#chats.values()], this.#deps.presence, department),
      due_next: listDueChats(chats, principal, config),
      ...figures,
    };
  }

  async #read(
    config: AccountConfig,
    now: number,
    departments: readonly (number | null)[],
  ): Promise<void> {
    if (this.#isStale) {
      this.#isStale = false;
      try {
        this.#chats = await readBoardChats(this.#deps.reader, this.#account);
      } catch (error) {
        this.#isStale = true;
        throw error;
      }
    }
    for (const department of departments) {
      if ((this.#figures.get(department)?.dueAt ?? 0) > now) continue;
      const figures = await this.#deps.readFigures(config, now, department);
      this.#figures.set(department, { figures, dueAt: now + figuresIntervalMs });
    }
  }

  #apply(): void {
    const chats = this.#chats;
    for (const [id, frame] of this.#frames) {
      const { chat } = (JSON.parse(frame) as { readonly data: { readonly chat: ChatEntity } }).data;
      if (chat.state === "closed") chats.delete(id);
      else
        chats.set(id, {
          state: chat.state,
          isSnoozed: chat.snoozed !== undefined,
          waitingSince: chat.state === "waiting" ? (chat.wait?.since ?? null) : null,
          channelId: chat.channel.id,
          departmentId: chat.department?.id ?? null,
          due:
            chat.sla === undefined
              ? null
              : { sla: chat.sla, visitor: toDueVisitor(chat.visitor), operator: chat.assignee },
          operators: chat.participants.map((operator) => operator.id),
        });
    }
    this.#frames.clear();
    if (this.#visitorFrames.size === 0) return;
    for (const [id, { due, ...chat }] of chats) {
      const frame = due === null ? undefined : this.#visitorFrames.get(due.visitor.id);
      if (due === null || frame === undefined) continue;
      const { data } = JSON.parse(frame) as { readonly data: { readonly visitor: Visitor } };
      chats.set(id, { ...chat, due: { ...due, visitor: toDueVisitor(data.visitor) } });
    }
    this.#visitorFrames.clear();
  }
}

const toDueVisitor = (visitor: Visitor): DueChat["visitor"] => ({
  id: visitor.id,
  number: visitor.number,
  name: visitorDisplayName(visitor) || null,
});

/** Counts chats by their state. A snoozed chat counts as snoozed only (SNZ-001). */
function countChats(chats: readonly BoardChat[]) {
  const awake = chats.filter(({ isSnoozed }) => !isSnoozed);
  const count = (of: BoardChat["state"]): number =>
    awake.filter(({ state }) => state === of).length;
  const countDue = (of: DueChat["sla"]["state"]): number =>
    chats.filter(({ due }) => due?.sla.state === of).length;
  const since = awake.flatMap(({ waitingSince }) => waitingSince ?? []).toSorted();
  return {
    waiting: count("waiting"),
    waiting_since: since[0] ?? null,
    open: count("open"),
    bot: count("bot"),
    snoozed: chats.length - awake.length,
    at_risk: countDue("at_risk"),
    broken: countDue("broken"),
  };
}

/** Lists the chats with the nearest due times of those that a principal sees (BOARD-005). */
function listDueChats(
  chats: readonly (readonly [id: number, chat: BoardChat])[],
  principal: Principal,
  config: AccountConfig,
): LiveDueChat[] {
  const isSeen = ({ channelId, operators }: BoardChat, due: DueChat): boolean =>
    canSeeChannel(principal, channelId, config) ||
    [due.operator?.id, ...operators].includes(principal.operatorId);
  const listed = chats.flatMap(([id, chat]) =>
    chat.due !== null && isSeen(chat, chat.due) ? [{ chat_id: id, ...chat.due }] : [],
  );
  const at = ({ sla }: LiveDueChat): number => Date.parse(sla.due_at);
  return listed.toSorted((a, b) => at(a) - at(b) || a.chat_id - b.chat_id).slice(0, maxDueChats);
}

/** Lists those with most chats first. Of a department, only its members. */
function listOperators(
  config: AccountConfig,
  chats: readonly BoardChat[],
  presence: AccountBoardDeps["presence"],
  department: number | null,
): LiveReport["people"] {
  const members = department === null ? undefined : config.departments.get(department)?.operators;
  const counts = new Map<number, number>();
  for (const { operators } of chats)
    for (const id of operators) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...config.operators.values()]
    .filter((operator) => canAnswerChats(operator) && members?.has(operator.id) !== false)
    .map(({ id, name, chatLimit }) => ({
      operator: { id, name },
      status: presence(id),
      chats: counts.get(id) ?? 0,
      limit: chatLimit,
    }))
    .toSorted((a, b) => b.chats - a.chats || a.operator.id - b.operator.id);
}

function formatOpening(hours: OpeningHours | null, now: number): string | null {
  const at = isOpen(hours, now) ? null : nextOpening(hours, now);
  return at === null ? null : new Date(at).toISOString();
}
