import { describe, expect, it } from "vitest";
import { toStartTime, replayAll, createReplayBatches } from "./replay.ts";

describe("replay", () => {
  it("[WH-072] [API-050] asks until nothing is left, and no further when a step sends nothing", async () => {
    const steps = [
      { count: 12, replayed: 5, left: 7 },
      { count: 7, replayed: 5, left: 2 },
      { count: 2, replayed: 2, left: 0 },
    ];
    const send = () => Promise.resolve(steps.shift() ?? { count: 0, replayed: 0, left: 9 });
    expect(await replayAll(send, {})).toEqual({ replayed: 12, error: null });
    expect(await replayAll(send, {})).toEqual({ replayed: 0, error: null });
  });
  it("[API-050] says how many went out before it was stopped", async () => {
    const error = new Error("gone");
    let n = 0;
    const send = () =>
      n++ === 0 ? Promise.resolve({ count: 9, replayed: 5, left: 4 }) : Promise.reject(error);
    expect(await replayAll(send, {})).toEqual({ replayed: 5, error: error });
  });
  it("[API-050] a selection becomes one request per endpoint and thousand", () => {
    const row = (id: number, endpoint: number) => ({ id, endpoint: { id: endpoint } });
    expect(createReplayBatches([row(1, 7), row(2, 8), row(3, 7), row(4, 7)], 2)).toEqual([
      { endpoint: 7, ids: [1, 3] },
      { endpoint: 8, ids: [2] },
      { endpoint: 7, ids: [4] },
    ]);
  });
  it("[WH-072] begins a span before now, or at a time of one's own that has passed", () => {
    const now = new Date("2026-03-05T12:00").getTime();
    expect(toStartTime({ range: "7d", customTime: "" }, now)).toEqual(new Date("2026-02-26T12:00"));
    expect(toStartTime({ range: "own", customTime: "2026-03-05T11:59" }, now)).toEqual(
      new Date("2026-03-05T11:59"),
    );
    for (const customTime of ["", "2026-03-05T12:00", "2026-03-06T09:00"])
      expect(toStartTime({ range: "own", customTime }, now)).toBeNull();
  });
});
