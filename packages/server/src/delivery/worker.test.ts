import { expect, it } from "vitest";
import { ManualClock } from "../clock.ts";
import { createDeliveryWorker } from "./worker.ts";
import type { DeliveryLane } from "../core/delivery/planner.ts";

it("[CORE-122] new deliveries are claimed at once, but not while their lanes or endpoints are busy", async () => {
  const busyLane: DeliveryLane = { endpointId: 1, orderKey: 7 };
  let claims = 0;
  const neverCalled = (): never => {
    throw new Error("nothing is claimed");
  };
  const worker = createDeliveryWorker({
    queue: {
      claim: () => {
        claims++;
        return Promise.resolve({ claims: [], nextDue: null, failingDue: null });
      },
      isBusy: (lane) => lane === busyLane,
      isCrowded: () => false,
      acquire: neverCalled,
      release: neverCalled,
    },
    egress: { post: neverCalled },
    unseal: neverCalled,
    drivers: {},
    report: neverCalled,
    clock: new ManualClock(),
    log: { debug() {}, info() {}, warn() {}, error() {} },
    onFault: neverCalled,
  });
  const countClaims = async (wake: () => void): Promise<number> => {
    const before = claims;
    wake();
    await worker.settled();
    return claims - before;
  };
  expect(await countClaims(() => worker.start())).toBe(1);
  expect(await countClaims(() => worker.wake([busyLane, busyLane]))).toBe(0);
  expect(await countClaims(() => worker.wake([busyLane, { endpointId: 1, orderKey: 8 }]))).toBe(1);
  expect(await countClaims(() => worker.wake())).toBe(1);
  await worker.close();
});
