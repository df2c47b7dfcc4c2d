import { expect, test } from "vitest";
import { createMemoryBus } from "../../../bus/index.ts";
import { ManualClock } from "../../../clock.ts";
import { startCluster } from "../../../cluster/index.ts";
import { fail, Refusal } from "../../../core/failure.ts";
import type { VisitorConnection } from "../visitor-connection.ts";
import type { VisitStore } from "./visit-writer.ts";
import { VisitRegistry } from "./visit-registry.ts";
import type { StoredVisit } from "./visit-state.ts";

/** A visit registry whose store responds as the test configures it. */
class VisitsFixture {
  readonly clock = new ManualClock();
  readonly saved: Parameters<VisitStore["saveVisits"]>[0][number][] = [];
  readonly started: number[] = [];
  readonly warned: string[] = [];
  stored: Partial<StoredVisit> = {};
  error: Error | null = null;
  readonly #cluster = startCluster({
    bus: createMemoryBus()(),
    clock: this.clock,
    node: 1,
    onFault: (error) => void this.warned.push(String(error)),
  });
  readonly visits = new VisitRegistry({
    cluster: this.#cluster,
    clock: this.clock,
    log: { warn: (_, message) => void this.warned.push(message) },
    store: {
      startVisit: ({ visitorId, now }) => {
        if (this.error !== null) return Promise.reject(this.error);
        this.started.push(visitorId);
        return Promise.resolve({
          id: visitorId * 10,
          since: now,
          pages: 0,
          trail: [],
          invitations: 0,
          visits: 1,
          ...this.stored,
        });
      },
      saveVisits: (rows) => {
        if (this.error !== null) return Promise.reject(this.error);
        this.saved.push(...rows);
        return Promise.resolve();
      },
    },
  });
  createConnection(visitorId: number, url: string): VisitorConnection {
    return {
      account: 1,
      visitorId,
      number: visitorId + 100,
      widget: { channelId: 5 },
      page: { url, title: "" },
      session: {},
    } as unknown as VisitorConnection;
  }
  arrive(visitorId: number, url: string): VisitorConnection {
    const seat = this.createConnection(visitorId, url);
    this.visits.addConnection(seat, { referrer: "", first: url });
    return seat;
  }
  get onlineIds(): number[] {
    return this.visits.online(1).map((visitor) => visitor.visitorId);
  }
}
const page = (n: number) => `https://shop.example/${n}`;

test("[API-030] a visit is begun once for all windows, kept from page to page, and written as it stands at the end", async () => {
  const fixture = new VisitsFixture();
  const [first, second] = [fixture.arrive(7, page(1)), fixture.arrive(7, page(2))];
  fixture.visits.removeConnection(first);
  fixture.visits.removeConnection(second);
  await fixture.clock.advance(4_000);
  expect(fixture.onlineIds).toEqual([7]);
  const third = fixture.arrive(7, page(3));
  for (let n = 4; n < 40; n += 1)
    fixture.visits.updatePage(Object.assign(third, { page: { url: page(n), title: "" } }));
  fixture.visits.updatePage(
    Object.assign(third, { page: { url: "javascript:alert(1)", title: "" } }),
  );
  fixture.visits.removeConnection(third);
  await fixture.clock.advance(5_000);
  expect([fixture.onlineIds, fixture.started]).toEqual([[], [7]]);
  const last = fixture.saved.at(-1);
  expect([last?.pages, last?.trail.length, last?.trail[0]?.url]).toEqual([39, 20, page(39)]);
});

test("[API-030] what is stored goes on: its begin, its pages and its invitations count; a page that is only loaded again is no further one", async () => {
  const fixture = new VisitsFixture();
  fixture.stored = {
    since: 1,
    pages: 3,
    invitations: 1,
    visits: 4,
    trail: [{ url: page(3), title: "", at: 2 }],
  };
  fixture.arrive(7, page(3));
  await fixture.clock.advance(1);
  expect(fixture.visits.online(1)).toMatchObject([
    { since: 1, pages: 3, visits: 4, trail: [{ url: page(3) }] },
  ]);
  expect([
    fixture.visits.countInvitation(1, 7, 1),
    fixture.visits.countInvitation(1, 7, 2),
    fixture.visits.countInvitation(1, 8, 2),
  ]).toEqual([false, true, null]);
});

test("[API-030] while the database does not answer visits are shown and wait; what it cannot take is not tried for ever", async () => {
  const fixture = new VisitsFixture();
  fixture.error = new Refusal(fail("temporarily_unavailable", "away"));
  const seat = fixture.arrive(7, page(1));
  await fixture.clock.advance(1);
  expect([fixture.onlineIds, fixture.started, fixture.warned]).toEqual([
    [7],
    [],
    ["widget.visits_not_saved"],
  ]);
  fixture.error = null;
  fixture.arrive(8, page(1));
  await fixture.clock.advance(1);
  expect(fixture.started).toEqual([7, 8]);
  fixture.error = new Error("a value that no table takes");
  fixture.visits.updatePage(Object.assign(seat, { page: { url: page(2), title: "" } }));
  await fixture.clock.advance(5_000);
  fixture.error = null;
  await fixture.visits.close();
  expect(fixture.saved.filter((row) => row.pages === 2)).toEqual([]);
});

test("[CORE-116] of a visitor who was erased nothing is shown or written any more, whether his window is open or has just gone", async () => {
  const fixture = new VisitsFixture();
  const [open, departed] = [fixture.arrive(7, page(1)), fixture.arrive(8, page(1))];
  fixture.arrive(9, page(1));
  await fixture.clock.advance(6_000);
  const written = fixture.saved.length;
  for (const seat of [open, departed])
    fixture.visits.updatePage(Object.assign(seat, { page: { url: page(2), title: "" } }));
  fixture.visits.removeConnection(departed);
  fixture.visits.evictVisitor(1, 107);
  fixture.visits.evictVisitor(1, 108);
  fixture.visits.evictVisitor(2, 109);
  expect(fixture.onlineIds).toEqual([9]);
  fixture.visits.removeConnection(open);
  await fixture.clock.advance(10_000);
  await fixture.visits.close();
  expect(fixture.saved.slice(written)).toEqual([]);
});
