import { expect, test } from "vitest";
import { keepWithin } from "./keep-within.ts";

test("beyond its capacity a map forgets what was set longest ago, in the caller's own way where he has one", () => {
  const map = new Map<string, number>();
  const gone: string[] = [];
  for (const [n, key] of ["a", "b", "a", "c", "d"].entries()) {
    map.set(key, n);
    keepWithin(map, 2, (oldest) => {
      gone.push(oldest);
      map.delete(oldest);
    });
  }
  expect([[...map.keys()], gone]).toEqual([
    ["c", "d"],
    ["a", "b"],
  ]);
  map.set("e", 5);
  keepWithin(map, 2);
  expect([...map.keys()]).toEqual(["d", "e"]);
});
