import type { VisitSource } from "../../../core/entity.ts";
import { Refusal } from "../../../core/failure.ts";
import type { Clock } from "../../../core/command.ts";
import { mergeStoredVisit, type StoredVisit, type Visit, type VisitedPage } from "./visit-state.ts";

export interface VisitStore {
  /** Continues the visitor's latest visit if it was active after `after`, or starts one. */
  startVisit(row: {
    readonly account: number;
    readonly visitorId: number;
    readonly channelId: number;
    readonly now: number;
    readonly after: number;
    readonly firstUrl: string;
    readonly referrer: string;
    readonly session: VisitSource;
  }): Promise<StoredVisit>;
  saveVisits(
    rows: readonly {
      readonly account: number;
      readonly id: number;
      readonly lastAt: number;
      readonly pages: number;
      readonly trail: readonly VisitedPage[];
      readonly invitations: number;
      /** 0: none. */
      readonly shownAt: number;
    }[],
  ): Promise<void>;
}
export interface VisitWriterDeps {
  readonly store: VisitStore;
  readonly clock: Clock;
  readonly log: { warn(fields: object, message: string): void };
  /** Called when an earlier stored part was added to a visit. */
  readonly onContinued: (visit: Visit) => void;
}

/** Time in ms after which a visitor who returns starts a new visit. */
const newVisitAfterMs = 30 * 60_000;
const saveIntervalMs = 5_000;

/** Writes new and changed visits in batches. */
export class VisitWriter {
  readonly #deps: VisitWriterDeps;
  readonly #dirty = new Set<Visit>();
  #alarm: (() => void) | null = null;
  #saving: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(deps: VisitWriterDeps) {
    this.#deps = deps;
  }

  /** Adds the visit to the next write. */
  schedule(visit: Visit): void {
    this.#dirty.add(visit);
    if (this.#alarm !== null || this.#isClosed) return;
    this.#alarm = this.#deps.clock.scheduleAt(this.#deps.clock.now() + saveIntervalMs, () => {
      this.#alarm = null;
      this.save();
    });
  }

  remove(visit: Visit): void {
    this.#dirty.delete(visit);
  }

  /** Writes pending visits now, one write after the other: a visit is started only once. */
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
    const onFailed = (error: unknown, failedVisits: readonly Visit[]): void => {
      // The visits are only in memory until the next write. An unavailable database causes a retry,
      // other errors do not.
      if (error instanceof Refusal) for (const visit of failedVisits) this.#dirty.add(visit);
      log.warn({ err: error, visits: failedVisits.length }, "widget.visits_not_saved");
    };
    for (const visit of visits)
      if (visit.id === null)
        await this.#startVisit(visit).catch((error: unknown) => onFailed(error, [visit]));
    const started = visits.filter(({ id }) => id !== null);
    if (started.length === 0) return;
    const now = clock.now();
    const rows = started.map(({ account, id, pages, trail, invitations, shownAt, leftAt }) => ({
      account,
      id: id ?? 0,
      pages,
      trail,
      invitations,
      shownAt,
      lastAt: leftAt ?? now,
    }));
    await store.saveVisits(rows).catch((error: unknown) => onFailed(error, started));
  }

  async #startVisit(visit: Visit): Promise<void> {
    const { account, visitorId, channelId, firstUrl, referrer, session, since } = visit;
    mergeStoredVisit(
      visit,
      await this.#deps.store.startVisit({
        account,
        visitorId,
        channelId,
        now: since,
        after: since - newVisitAfterMs,
        firstUrl,
        referrer,
        session,
      }),
    );
    this.#deps.onContinued(visit);
  }
}
