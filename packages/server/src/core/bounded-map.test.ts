import { expect, test } from "vitest";
import { evictOldest } from "./bounded-map.ts";

test("beyond its capacity a map forgets what was set longest ago, in the caller's own way where he has one", () => {
  const map = new Map<string, number>();
  const evicted: string[] = [];
  for (const [n, key] of ["a", "b", "a", "c", "d"].entries()) {
    map.set(key, n);
    evictOldest(map, 2, (oldest) => {
      evicted.push(oldest);
      map.delete(oldest);
    });
  }
  expect([[...map.keys()], evicted]).toEqual([
    ["c", "d"],
    ["a", "b"],
  ]);
  map.set("e", 5);
  evictOldest(map, 2);
  expect([...map.keys()]).toEqual(["d", "e"]);
});
