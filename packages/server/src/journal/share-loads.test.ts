import { expect, it } from "vitest";
import { shareLoads } from "./share-loads.ts";

it("[P16] calls share a running load of the same key and version, and the next call loads again", async () => {
  const loads: [number, number][] = [];
  const read = shareLoads(async (key, version) => {
    loads.push([key, version]);
    await Promise.resolve();
    if (key === 3) throw new Error("away");
    return `${key} ${version}`;
  });
  expect(await Promise.all([read(1, 0), read(1, 0), read(2, 0), read(1, 1), read(1, 1)])).toEqual([
    "1 0",
    "1 0",
    "2 0",
    "1 1",
    "1 1",
  ]);
  expect(loads).toEqual([
    [1, 0],
    [2, 0],
    [1, 1],
  ]);
  await read(1, 1);
  expect(loads).toHaveLength(4);
  await Promise.all([read(3, 0), read(3, 0)].map((load) => expect(load).rejects.toThrow("away")));
  await expect(read(3, 0)).rejects.toThrow("away");
  expect(loads).toHaveLength(6);
});
