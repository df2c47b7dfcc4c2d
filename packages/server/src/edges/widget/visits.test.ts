import { expect, test } from "vitest";
import { ManualClock } from "../../clock.ts";
import { fail, Refusal } from "../../core/failure.ts";
import type { Seat } from "./seat.ts";
import type { StoredVisit, VisitStore } from "./visit-store.ts";
import { Visits } from "./visits.ts";

/** Visit registry with a store that responds as the test sets it. */
class Bed {
  readonly clock = new ManualClock();
  readonly saved: Parameters<VisitStore["saveVisits"]>[0][number][] = [];
  readonly begun: number[] = [];
  readonly warned: string[] = [];
  stored: Partial<StoredVisit> = {};
  fault: Error | null = null;
  readonly visits = new Visits({
    clock: this.clock,
    log: { warn: (_, message) => void this.warned.push(message) },
    store: {
      beginVisit: ({ visitorId, now }) => {
        if (this.fault !== null) return Promise.reject(this.fault);
        this.begun.push(visitorId);
        return Promise.resolve({ id: visitorId * 10, since: now, pages: 0, trail: [], invitations: 0, visits: 1, ...this.stored });
      },
      saveVisits: (rows) => {
        if (this.fault !== null) return Promise.reject(this.fault);
        this.saved.push(...rows);
        return Promise.resolve();
      },
    },
  });
  seat(visitorId: number, url: string): Seat {
    return {
      account: 1,
      visitorId,
      number: visitorId + 100,
      widget: { channelId: 5 },
      page: { url, title: "" },
      session: {},
    } as unknown as Seat;
  }
  arrive(visitorId: number, url: string): Seat {
    const seat = this.seat(visitorId, url);
    this.visits.arrived(seat, { referrer: "", first: url });
    return seat;
  }
  get here(): number[] {
    return this.visits.online(1).map((one) => one.visitorId);
  }
}
const page = (n: number) => `https://shop.example/${n}`;

test("[API-030] a visit is begun once for all windows, kept from page to page, and written as it stands at the end", async () => {
  const bed = new Bed();
  const [first, second] = [bed.arrive(7, page(1)), bed.arrive(7, page(2))];
  bed.visits.left(first);
  bed.visits.left(second);
  await bed.clock.advance(4_000);
  expect(bed.here).toEqual([7]);
  const third = bed.arrive(7, page(3));
  for (let n = 4; n < 40; n += 1) bed.visits.moved(Object.assign(third, { page: { url: page(n), title: "" } }));
  bed.visits.moved(Object.assign(third, { page: { url: "javascript:alert(1)", title: "" } }));
  bed.visits.left(third);
  await bed.clock.advance(5_000);
  expect([bed.here, bed.begun]).toEqual([[], [7]]);
  const last = bed.saved.at(-1);
  expect([last?.pages, last?.trail.length, last?.trail[0]?.url]).toEqual([39, 20, page(39)]);
});

test("[API-030] what is stored goes on: its begin, its pages and its invitations count; a page that is only loaded again is no further one", async () => {
  const bed = new Bed();
  bed.stored = { since: 1, pages: 3, invitations: 1, visits: 4, trail: [{ url: page(3), title: "", at: 2 }] };
  bed.arrive(7, page(3));
  await bed.clock.advance(1);
  expect(bed.visits.online(1)).toMatchObject([{ since: 1, pages: 3, visits: 4, trail: [{ url: page(3) }] }]);
  expect([bed.visits.countInvitation(1, 7, 1), bed.visits.countInvitation(1, 7, 2), bed.visits.countInvitation(1, 8, 2)]).toEqual([
    false,
    true,
    null,
  ]);
});

test("[API-030] while the database does not answer visits are shown and wait; what it cannot take is not tried for ever", async () => {
  const bed = new Bed();
  bed.fault = new Refusal(fail("temporarily_unavailable", "away"));
  const seat = bed.arrive(7, page(1));
  await bed.clock.advance(1);
  expect([bed.here, bed.begun, bed.warned]).toEqual([[7], [], ["widget.visits_not_saved"]]);
  bed.fault = null;
  bed.arrive(8, page(1));
  await bed.clock.advance(1);
  expect(bed.begun).toEqual([7, 8]);
  bed.fault = new Error("a value that no table takes");
  bed.visits.moved(Object.assign(seat, { page: { url: page(2), title: "" } }));
  await bed.clock.advance(5_000);
  bed.fault = null;
  await bed.visits.close();
  expect(bed.saved.filter((row) => row.pages === 2)).toEqual([]);
});

test("[CORE-116] of a visitor who was erased nothing is shown or written any more, whether his window is open or has just gone", async () => {
  const bed = new Bed();
  const [open, gone] = [bed.arrive(7, page(1)), bed.arrive(8, page(1))];
  bed.arrive(9, page(1));
  await bed.clock.advance(6_000);
  const written = bed.saved.length;
  for (const seat of [open, gone]) bed.visits.moved(Object.assign(seat, { page: { url: page(2), title: "" } }));
  bed.visits.left(gone);
  bed.visits.forget(1, 107);
  bed.visits.forget(1, 108);
  bed.visits.forget(2, 109);
  expect(bed.here).toEqual([9]);
  bed.visits.left(open);
  await bed.clock.advance(10_000);
  await bed.visits.close();
  expect(bed.saved.slice(written)).toEqual([]);
});
