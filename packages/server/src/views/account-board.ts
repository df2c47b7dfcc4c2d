import type { LiveReport, ReportFigures } from "@parlour/protocol/api";
import { isOpen, nextOpening } from "@parlour/protocol/hours/open-hours";
import type { AccountConfig } from "../core/command.ts";
import type { ChatEntity, Presence } from "../core/entity.ts";
import { canAnswerChats } from "../core/operator/eligibility.ts";
import { readBoardChats, type BoardChat } from "../store/chats/list/board-chats.ts";
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
  readonly readFigures: (config: AccountConfig, now: number) => Promise<DayFigures>;
  readonly presence: (operatorId: number) => Presence;
}
/** Interval between two reads of the figures of a day, in ms. */
const figuresIntervalMs = 60_000;

/** The live board of an account in memory (BOARD-002). */
export class AccountBoard {
  readonly #deps: AccountBoardDeps;
  readonly #account: number;
  #chats = new Map<number, BoardChat>();
  /** Whether the chats must be read. */
  #isStale = true;
  #load: Promise<DayFigures> | null = null;
  /** The latest frame of each chat that is not applied. */
  #frames = new Map<number, string>();
  #figures: DayFigures | null = null;
  /** Time of the next read of the figures, in ms since 1970. */
  figuresDueAt = 0;
  /** Whether the board differs from the one that was sent. */
  isChanged = true;

  constructor(account: number, deps: AccountBoardDeps) {
    this.#account = account;
    this.#deps = deps;
  }

  /** Takes the entries of the journal. Does not parse chats. */
  receive(entries: readonly ViewEntry[]): void {
    for (const { name, chatId, frame } of entries)
      if (chatId !== null && name.startsWith("chat_")) {
        this.#frames.set(chatId, frame);
        this.isChanged = true;
      } else if (name === "settings_changed") {
        // After an erasure, the visitor's chats do not exist any more (CORE-116).
        if (frame.includes('"kind":"visitor"')) this.#isStale = true;
        this.isChanged = true;
      }
  }

  /** Reads what is not known, and applies what changed. `now`: ms since 1970. */
  async report(now: number): Promise<LiveReport> {
    this.isChanged = false;
    const config = await this.#deps.loadConfig();
    this.#load ??= this.#read(config, now).finally(() => {
      this.#load = null;
    });
    const figures = await this.#load;
    this.#apply();
    const chats = [...this.#chats.values()];
    return {
      at: new Date(now).toISOString(),
      ...countChats(chats),
      next_opening_at: formatOpening(config, now),
      people: listOperators(config, chats, this.#deps.presence),
      ...figures,
    };
  }

  async #read(config: AccountConfig, now: number): Promise<DayFigures> {
    if (this.#isStale) {
      this.#isStale = false;
      try {
        this.#chats = await readBoardChats(this.#deps.reader, this.#account);
      } catch (error) {
        this.#isStale = true;
        throw error;
      }
    }
    if (this.#figures === null || this.figuresDueAt <= now) {
      this.#figures = await this.#deps.readFigures(config, now);
      this.figuresDueAt = now + figuresIntervalMs;
    }
    return this.#figures;
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
          sla: chat.sla?.state ?? null,
          operators: chat.participants.map((operator) => operator.id),
        });
    }
    this.#frames.clear();
  }
}

/** Counts chats by their state. A snoozed chat counts as snoozed only (SNZ-001). */
function countChats(chats: readonly BoardChat[]) {
  const awake = chats.filter(({ isSnoozed }) => !isSnoozed);
  const count = (of: BoardChat["state"]): number =>
    awake.filter(({ state }) => state === of).length;
  const countDue = (of: BoardChat["sla"]): number => chats.filter(({ sla }) => sla === of).length;
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

/** Lists the operators who can answer chats, those with most chats first. */
function listOperators(
  config: AccountConfig,
  chats: readonly BoardChat[],
  presence: AccountBoardDeps["presence"],
): LiveReport["people"] {
  const counts = new Map<number, number>();
  for (const { operators } of chats)
    for (const id of operators) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...config.operators.values()]
    .filter(canAnswerChats)
    .map(({ id, name, chatLimit }) => ({
      operator: { id, name },
      status: presence(id),
      chats: counts.get(id) ?? 0,
      limit: chatLimit,
    }))
    .toSorted((a, b) => b.chats - a.chats || a.operator.id - b.operator.id);
}

function formatOpening({ hours }: AccountConfig, now: number): string | null {
  const at = isOpen(hours, now) ? null : nextOpening(hours, now);
  return at === null ? null : new Date(at).toISOString();
}
