import { expect, it } from "vitest";
import { ManualClock } from "../../../clock.ts";
import { createTurns } from "./account-transaction.ts";

/** Lets all promises that can continue do so. */
const waitForTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

it("[API-577] transactions of an account run one after the other, also after one that fails", async () => {
  const takeTurn = createTurns(new ManualClock());
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const run = (account: number, name: string) =>
    takeTurn(account, () => {
      started.push(name);
      return new Promise<void>((resolve, reject) => {
        ends.push(name === "b" ? () => reject(new Error(name)) : resolve);
      });
    });
  const tasks = [run(1, "a"), run(1, "b"), run(1, "c"), run(2, "d")];
  const failed = expect(tasks[1]).rejects.toThrow("b");
  await waitForTurn();
  expect(started).toEqual(["a", "d"]);
  for (const names of [
    ["a", "d", "b"],
    ["a", "d", "b", "c"],
  ]) {
    ends.splice(0).forEach((end) => end());
    await waitForTurn();
    expect(started).toEqual(names);
  }
  ends.splice(0).forEach((end) => end());
  await failed;
  await Promise.all([tasks[0], tasks[2], tasks[3]]);
});

it("[API-577] a transaction that has waited 2 s fails, and those after it still wait", async () => {
  const clock = new ManualClock();
  const takeTurn = createTurns(clock);
  let end = (): void => undefined;
  const first = takeTurn(1, () => new Promise<void>((resolve) => (end = resolve)));
  const second = takeTurn(1, () => Promise.resolve());
  const failed = expect(second).rejects.toThrow("the database does not answer");
  await clock.advance(1_999);
  let isStarted = false;
  const third = takeTurn(1, () => Promise.resolve((isStarted = true)));
  await clock.advance(1);
  await failed;
  await waitForTurn();
  expect(isStarted).toBe(false);
  end();
  await Promise.all([first, third]);
});
