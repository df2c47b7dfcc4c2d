import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DeliveryDriver } from "../src/delivery/index.ts";
import { createChannelDeliveryDriver } from "../src/edges/channel/outbound.ts";
import {
  openDeliveryFixture,
  type DeliveryFixture,
  type DeliveryNode,
} from "./delivery-fixture.ts";
import type { TestAccount } from "./journal-fixture.ts";

let fixture: DeliveryFixture;
let node: DeliveryNode;
/** The endpoint of this account fails or hangs, that of the other account works. */
let failing: TestAccount;
let healthy: TestAccount;
let failingChats: readonly number[];
let healthyChat: number;

beforeEach(async () => {
  fixture = await openDeliveryFixture();
});
afterEach(() => fixture.close());

/**
 * Opens a node with a healthy and a failing endpoint. Messages to the failing one were each tried
 * once, and are due again.
 */
async function openNodeWithFailure(
  chatCount: number,
  more: Parameters<DeliveryFixture["openNode"]>[0] = {},
): Promise<void> {
  node = await fixture.openNode(more);
  [failing, healthy] = [await fixture.createAccount(), await fixture.createAccount()];
  await fixture.journalFixture.pools.writer.query("update endpoint set url = $2 where id = $1", [
    failing.endpointId,
    `${fixture.integrator.url}/failing`,
  ]);
  fixture.integrator.respondWith(({ path }) =>
    path.startsWith("/failing") ? { status: 500 } : "ok",
  );
  healthyChat = await fixture.startChat(node, healthy, "1");
  const chats: number[] = [];
  for (let n = 0; n < chatCount; n++)
    chats.push(await fixture.startChat(node, failing, `${n + 10}`));
  failingChats = chats;
  await send(healthy, healthyChat);
  for (const chat of chats) await send(failing, chat);
  await waitForRequests("/hook", 1);
  await waitForRequests("/failing", chatCount);
  await node.worker.idle();
}
const send = (account: TestAccount, chat: number) =>
  fixture.sendOperatorMessage(node, account, chat, "Yes");
const countRequests = (path: string): number =>
  fixture.integrator.messages().filter((request) => request.path.startsWith(path)).length;
const waitForRequests = (path: string, count: number): Promise<void> =>
  fixture.waitUntil(() => countRequests(path) === count, `${count} requests to ${path}`);
const hangAtFailing = (): void =>
  fixture.integrator.respondWith(({ path }) => (path.startsWith("/failing") ? "hang" : "ok"));

describe("failing endpoints beside healthy ones", () => {
  it("[CORE-122] a message to a healthy endpoint is sent while requests that hang use all places of the failing ones", async () => {
    await openNodeWithFailure(4, { maxInFlight: 4 });
    hangAtFailing();
    await fixture.advanceClock(3_100);
    await waitForRequests("/failing", 8);
    expect(node.worker.stats().underWay).toBe(4);
    await send(healthy, healthyChat);
    await waitForRequests("/hook", 2);
    expect(node.worker.stats().underWay).toBeGreaterThanOrEqual(4);
  });

  it("[CORE-122] a claim at failing endpoints that is under way delays no claim at healthy ones", async () => {
    await openNodeWithFailure(1);
    const claim = node.queue.claim.bind(node.queue);
    const release = Promise.withResolvers<void>();
    let isHeld = false;
    Object.assign(node.queue, {
      async claim(...args: Parameters<typeof claim>) {
        const result = await claim(...args);
        if (result.claims.some(({ endpointId }) => endpointId === failing.endpointId)) {
          isHeld = true;
          await release.promise;
        }
        return result;
      },
    });
    fixture.clock.set(fixture.clock.now() + 3_000);
    await fixture.clock.advance(0);
    await fixture.waitUntil(() => isHeld, "a claim at the failing endpoint");
    await send(healthy, healthyChat);
    await waitForRequests("/hook", 2);
    expect(countRequests("/failing")).toBe(1);
    release.resolve();
    await waitForRequests("/failing", 2);
  });

  it("[CORE-122] requests to failing endpoints are built one at a time, and one that waits for another server makes room after 50 ms", async () => {
    const built = Promise.withResolvers<void>();
    let isWaiting = false;
    let building = 0;
    const channel = createChannelDeliveryDriver({
      version: "test",
      wasSent: () => Promise.resolve(true),
    });
    const driver: DeliveryDriver = {
      ...channel,
      async buildRequest(claim) {
        if (isWaiting && claim.endpointId === failing.endpointId) {
          building++;
          await built.promise;
        }
        return channel.buildRequest(claim);
      },
    };
    await openNodeWithFailure(10, { drivers: { channel: driver } });
    isWaiting = true;
    const stepTo = async (at: number): Promise<void> => {
      fixture.clock.set(at);
      await fixture.clock.advance(0);
    };
    await stepTo(fixture.clock.now() + 3_000);
    await fixture.waitUntil(() => building === 1, "a request");
    await send(healthy, healthyChat);
    await waitForRequests("/hook", 2);
    expect(building).toBe(1);
    await stepTo(fixture.clock.now() + 50);
    await fixture.waitUntil(() => building === 2, "2 requests");
    built.resolve();
    await waitForRequests("/failing", 20);
  });

  it("[CORE-122] the results of requests that end together are reported one at a time, and each is recorded", async () => {
    const reporting = { now: 0, most: 0 };
    const ended = Promise.withResolvers<void>();
    let isWaiting = false;
    await openNodeWithFailure(20, {
      async report(result) {
        reporting.most = Math.max(reporting.most, ++reporting.now);
        return node.journal.report(result).finally(() => reporting.now--);
      },
      egress: {
        async post(request) {
          const reply = await node.egress.post(request);
          if (isWaiting) await ended.promise;
          return reply;
        },
      },
    });
    isWaiting = true;
    fixture.clock.set(fixture.clock.now() + 3_000);
    await fixture.clock.advance(0);
    await waitForRequests("/failing", 40);
    reporting.most = 0;
    ended.resolve();
    await node.worker.idle();
    expect(reporting.most).toBe(1);
    const { rows } = await fixture.journalFixture.pools.writer.query<{ attempts: number }>(
      "select count(*)::int as attempts from attempt where account_id = $1 and n = 2",
      [failing.id],
    );
    expect(rows[0]?.attempts).toBe(20);
  });

  it("[CORE-122] [CORE-051] an endpoint that works again is claimed with the healthy ones after its first success, one that fails no longer", async () => {
    await openNodeWithFailure(1);
    const groups: string[] = [];
    const claim = node.queue.claim.bind(node.queue);
    Object.assign(node.queue, {
      async claim(...args: Parameters<typeof claim>) {
        const result = await claim(...args);
        for (const { endpointId } of result.claims)
          if (endpointId === failing.endpointId) groups.push(args[1]);
        return result;
      },
    });
    fixture.integrator.respondWith("ok");
    const [chat = 0] = failingChats;
    await fixture.advanceClock(3_100);
    await waitForRequests("/failing", 2);
    await node.worker.idle();
    await send(failing, chat);
    await waitForRequests("/failing", 3);
    await node.worker.idle();
    fixture.integrator.respondWith({ status: 500 });
    await send(failing, chat);
    await waitForRequests("/failing", 4);
    await node.worker.idle();
    await fixture.advanceClock(3_100);
    await waitForRequests("/failing", 5);
    expect(groups).toEqual(["failing", "healthy", "healthy", "failing"]);
  });
});
