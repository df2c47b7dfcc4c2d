import { expect, it } from "vitest";
import { createKeyedQueue } from "./keyed-queue.ts";

it("[CON-094] tasks of a customer run in order, also after a failed one", async () => {
  const queue = createKeyedQueue();
  const ended: string[] = [];
  const add = (key: string, name: string, until?: Promise<void>): Promise<string> =>
    queue.run(key, async () => {
      await until;
      ended.push(name);
      return name;
    });
  const first = Promise.withResolvers<void>();
  const failed = queue.run("a", async () => {
    await first.promise;
    ended.push("a1");
    throw new Error("not stored");
  });
  const second = Promise.withResolvers<void>();
  const later = [add("a", "a2", second.promise), add("a", "a3")];
  const idle = queue.idle().then(() => ended.push("idle"));
  // Another customer does not wait.
  expect(await add("b", "b1")).toBe("b1");
  expect(ended).toEqual(["b1"]);
  first.resolve();
  await expect(failed).rejects.toThrow("not stored");
  expect(ended).toEqual(["b1", "a1"]);
  second.resolve();
  expect(await Promise.all(later)).toEqual(["a2", "a3"]);
  await idle;
  expect(ended).toEqual(["b1", "a1", "a2", "a3", "idle"]);
  // An ended queue runs the next task.
  expect(await add("a", "a4")).toBe("a4");
  await queue.idle();
});
