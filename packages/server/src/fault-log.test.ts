import { expect, it } from "vitest";
import { ManualClock } from "./clock.ts";
import { Refusal } from "./core/failure.ts";
import { createFaultLog } from "./fault-log.ts";

function createFixture() {
  const clock = new ManualClock();
  const lines: unknown[] = [];
  let downMs = 0;
  const line = (fields: object, event: string): void =>
    void lines.push(event === "database.back" ? [event, fields] : event);
  const onFault = createFaultLog({
    log: { error: line, warn: line } as never,
    clock,
    downMs: () => downMs,
  });
  return { clock, lines, onFault, setDown: (ms: number) => void (downMs = ms) };
}
const createConnectionError = (): Error =>
  Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
const createRefusal = (): Error =>
  new Refusal({ failure: "temporarily_unavailable", message: "away" });

it("[CORE-182] an outage of the database has one line when it begins and one when it is over, however many parts report it", async () => {
  const { clock, lines, onFault, setDown } = createFixture();
  setDown(1);
  for (let second = 0; second < 40; second++) {
    for (let n = 0; n < 10; n++) onFault(n % 2 === 0 ? createConnectionError() : createRefusal());
    await clock.advance(1_000);
  }
  expect(lines).toEqual(["database.away"]);
  // No errors are reported for a minute, but the journal is still disconnected.
  await clock.advance(60_000);
  expect(lines).toEqual(["database.away"]);
  setDown(0);
  await clock.advance(5_000);
  expect(lines).toEqual(["database.away", ["database.back", { ms: 39_000, faults: 400 }]]);
  onFault(createConnectionError());
  expect(lines).toHaveLength(3);
  await clock.advance(10_000);
  expect(clock.pending()).toEqual([]);
});

it("[CORE-182] a fault that is no outage has a line each time, during an outage too", async () => {
  const { lines, onFault } = createFixture();
  onFault(new TypeError("a bug"));
  onFault(createConnectionError());
  onFault(new TypeError("a bug"));
  expect(lines).toEqual(["database.fault", "database.away", "database.fault"]);
});
