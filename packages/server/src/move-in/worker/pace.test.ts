import { expect, test } from "vitest";
import { ManualClock } from "../../clock.ts";
import { Pace } from "./pace.ts";

test("[MV-023] imports rest as long as they work while others write, and for 2 seconds after that", async () => {
  const clock = new ManualClock();
  let commands = 0;
  let nodes = 1;
  const pace = new Pace({ clock, journal: { stats: () => ({ commands, nodes }) } });
  const work = (others: number): number => {
    commands += 3 + others;
    for (let n = 0; n < 3; n += 1) pace.count();
    return pace.getRestMs(80, 0);
  };
  expect(work(0)).toBe(1);
  expect(work(1)).toBe(80);
  await clock.advance(1_900);
  expect(work(0)).toBe(80);
  await clock.advance(200);
  expect(work(0)).toBe(1);
  expect(pace.getRestMs(80, 400)).toBe(120);
  nodes = 2;
  expect(work(0)).toBe(80);
});
