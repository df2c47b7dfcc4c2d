import type { InvitationLimits } from "@parlour/protocol/settings/widget-settings";
import { expect, test } from "vitest";
import { createMemoryBus, type Bus } from "../../../bus/index.ts";
import { ManualClock } from "../../../clock.ts";
import { startCluster, type Cluster } from "../../../cluster/index.ts";
import { fail, Refusal } from "../../../core/failure.ts";
import type { VisitorConnection } from "../visitor-connection.ts";
import type { VisitStore } from "./visit-writer.ts";
import { VisitRegistry } from "./visit-registry.ts";
import type { StoredVisit } from "./visit-state.ts";

/** A visit registry whose store responds as the test configures it. */
class VisitsFixture {
  readonly clock: ManualClock;
  readonly saved: Parameters<VisitStore["saveVisits"]>[0][number][] = [];
  readonly started: number[] = [];
  readonly warned: string[] = [];
  stored: Partial<StoredVisit> = {};
  error: Error | null = null;
  /** While true, the messages of this node to the others are lost. */
  isCut = false;
  readonly cluster: Cluster;
  readonly visits: VisitRegistry;

  constructor({ clock = new ManualClock(), bus = createMemoryBus()() as Bus, node = 1 } = {}) {
    this.clock = clock;
    this.cluster = startCluster({
      bus: {
        ...bus,
        publish: (topic, message) => (this.isCut ? undefined : bus.publish(topic, message)),
      },
      clock,
      node,
      onFault: (error) => void this.warned.push(String(error)),
    });
    this.visits = this.#createRegistry();
  }
  #createRegistry(): VisitRegistry {
    return new VisitRegistry({
      cluster: this.cluster,
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
            shownAt: 0,
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
  }
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
  const limits = (perVisit: number): InvitationLimits => ({
    invitations: { per_visit: perVisit, after_close_min: 0 },
    invitation_pause_h: 0,
  });
  expect([
    fixture.visits.countInvitation(1, 7, limits(1)),
    fixture.visits.countInvitation(1, 7, limits(2)),
    fixture.visits.countInvitation(1, 8, limits(2)),
  ]).toEqual([false, true, null]);
});

test("[WG-090] an operator's invitation waits for the hours since the last one that a page showed, also in an earlier visit", async () => {
  const fixture = new VisitsFixture();
  const limits = { invitations: { per_visit: 10, after_close_min: 0 }, invitation_pause_h: 2 };
  const count = (): boolean | null => fixture.visits.countInvitation(1, 7, limits);
  fixture.stored = { shownAt: fixture.clock.now() - 3_600_000 };
  fixture.arrive(7, page(1));
  await fixture.clock.advance(1);
  expect(count()).toBe(false);
  await fixture.clock.advance(3_600_000);
  expect(count()).toBe(true);
  fixture.visits.setInvitation(1, 7, {
    text: "Hi",
    departmentId: null,
    by: "operator",
    operatorId: 1,
    agent: null,
    state: "sent",
  });
  // Until a page shows it, it can be taken back and sent again.
  expect(count()).toBe(true);
  fixture.visits.advanceInvitation(1, 7, "shown");
  expect(count()).toBe(false);
  await fixture.clock.advance(5_001);
  expect(fixture.saved.at(-1)?.shownAt).toBeGreaterThan(3_600_000);
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

test("[CORE-132] [WG-208] an invitation that is sent or withdrawn at one node reaches the pages at another, also if messages between them are late or lost", async () => {
  const clock = new ManualClock();
  const join = createMemoryBus();
  const [a, b] = [1, 2].map((node) => new VisitsFixture({ clock, bus: join(), node })) as [
    VisitsFixture,
    VisitsFixture,
  ];
  const received: (string | null)[] = [];
  a.visits.onRemoteInvitation(({ invitation }) => received.push(invitation?.text ?? null));
  a.cluster.setOtherNodes([2]);
  b.cluster.setOtherNodes([1]);
  b.arrive(7, page(1));
  const invite = (text: string) =>
    b.visits.setInvitation(1, 7, {
      text,
      departmentId: null,
      by: "operator",
      operatorId: 3,
      agent: null,
      state: "sent",
    });
  invite("One");
  await clock.advance(1);
  // The second page receives the invitation in its welcome. Node B does not know of it yet.
  a.isCut = true;
  a.arrive(7, page(2));
  expect(a.visits.getInvitation(1, 7)?.text).toBe("One");
  expect(b.visits.withdraw(1, 7)).toBe(true);
  await clock.advance(1);
  expect([received, a.visits.getInvitation(1, 7)]).toEqual([[null], null]);
  a.isCut = false;
  // What is lost arrives with the next heartbeat.
  b.isCut = true;
  invite("Two");
  await clock.advance(1);
  b.isCut = false;
  await clock.advance(4_000);
  expect(received).toEqual([null, "Two"]);
  // A page at node A reports that it showed the invitation, and node B withdraws it.
  a.visits.advanceInvitation(1, 7, "shown");
  await clock.advance(1);
  expect(b.visits.getInvitation(1, 7)?.state).toBe("shown");
  b.isCut = true;
  b.visits.withdraw(1, 7);
  await clock.advance(1);
  b.isCut = false;
  await clock.advance(4_000);
  expect([received, a.visits.getInvitation(1, 7)]).toEqual([[null, "Two", null], null]);
});
