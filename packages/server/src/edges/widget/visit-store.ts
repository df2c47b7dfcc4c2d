import type { VisitSource } from "../../core/entity.ts";
import { Refusal } from "../../core/failure.ts";
import type { Clock } from "../../core/command.ts";
import { joinStored, type TrailPage, type Visit } from "./present-visit.ts";

export interface StoredVisit {
  readonly id: number;
  readonly since: number;
  readonly pages: number;
  readonly trail: readonly TrailPage[];
  readonly invitations: number;
  /** Number of visits of the visitor, including this one. */
  readonly visits: number;
}
export interface VisitStore {
  /** Continues the visitor's latest visit if it was active after `after`, else starts a new one. */
  beginVisit(row: {
    readonly account: number;
    readonly visitorId: number;
    readonly channelId: number;
    readonly now: number;
    readonly after: number;
    readonly firstUrl: string;
    readonly referrer: string;
    readonly session: VisitSource;
  }): Promise<StoredVisit>;
  /** Stores changes of visits. */
  saveVisits(
    rows: readonly {
      readonly account: number;
      readonly id: number;
      readonly lastAt: number;
      readonly pages: number;
      readonly trail: readonly TrailPage[];
      readonly invitations: number;
    }[],
  ): Promise<void>;
}
export interface VisitsDeps {
  readonly store: VisitStore;
  readonly clock: Clock;
  readonly log: { warn(fields: object, message: string): void };
}

/** A visitor who was absent for this time starts a new visit. */
const pauseMs = 30 * 60_000;
const saveEveryMs = 5_000;

/** Writes new and changed visits in batches. */
export class VisitSaver {
  readonly #deps: VisitsDeps;
  readonly #dirty = new Set<Visit>();
  #alarm: (() => void) | null = null;
  #saving: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(deps: VisitsDeps) {
    this.#deps = deps;
  }

  /** Adds the visit to the next write. */
  touch(visit: Visit): void {
    this.#dirty.add(visit);
    if (this.#alarm !== null || this.#isClosed) return;
    this.#alarm = this.#deps.clock.scheduleAt(this.#deps.clock.now() + saveEveryMs, () => {
      this.#alarm = null;
      this.save();
    });
  }

  /** Removes the visit from the next write. */
  forget(visit: Visit): void {
    this.#dirty.delete(visit);
  }

  /** Writes pending visits now. Writes run one after the other, so that a visit starts once. */
  save(): void {
    const visits = [...this.#dirty];
    this.#dirty.clear();
    this.#saving = this.#saving.then(() => this.#write(visits));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#alarm?.();
    this.#alarm = null;
    this.save();
    await this.#saving;
  }

  async #write(visits: readonly Visit[]): Promise<void> {
    const { store, clock, log } = this.#deps;
    const failed = (error: unknown, of: readonly Visit[]): void => {
      // The visits stay visible. While the database is unavailable, they wait for the next write.
      // Other errors are not retried.
      if (error instanceof Refusal) for (const visit of of) this.#dirty.add(visit);
      log.warn({ err: error, visits: of.length }, "widget.visits_not_saved");
    };
    for (const visit of visits) if (visit.id === null) await this.#begin(visit).catch((error: unknown) => failed(error, [visit]));
    const begun = visits.filter(({ id }) => id !== null);
    if (begun.length === 0) return;
    const now = clock.now();
    const rows = begun.map(({ account, id, pages, trail, invitations, leftAt }) => ({
      account,
      id: id ?? 0,
      pages,
      trail,
      invitations,
      lastAt: leftAt ?? now,
    }));
    await store.saveVisits(rows).catch((error: unknown) => failed(error, begun));
  }

  async #begin(visit: Visit): Promise<void> {
    const { account, visitorId, channelId, firstUrl, referrer, session, since: now } = visit;
    const after = now - pauseMs;
    joinStored(visit, await this.#deps.store.beginVisit({ account, visitorId, channelId, now, after, firstUrl, referrer, session }));
  }
}
