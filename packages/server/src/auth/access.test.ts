import { expect, test } from "vitest";
import { createAccessRegistry } from "./access.ts";
import type { Principal } from "./principal.ts";

const createPrincipal = (name: string, accountId = 1): Principal => ({
  accountId,
  operatorId: 1,
  name,
  role: "operator",
  instanceOwner: false,
  suspended: false,
  chosenPresence: { status: "online", custom: null },
  credential: { kind: "key", id: 1, scopes: ["*"] },
});

test("[CORE-161] checks that overlap end nothing that holds, and the latest one counts", async () => {
  const answers: ((renewed: Principal) => void)[] = [];
  const access = createAccessRegistry({
    clock: { now: () => 0, monotonic: () => 0, scheduleAt: () => () => undefined },
    failed: (error) => {
      throw error;
    },
    recheck: (principals) =>
      new Promise((resolve) => {
        answers.push((renewed) => resolve(new Map(principals.map((entry) => [entry, renewed]))));
      }),
  });
  const calls: string[] = [];
  access.register({
    principal: createPrincipal("first"),
    action: "chats.read",
    onRenewed: ({ name }) => void calls.push(name),
    onEnded: () => void calls.push("ended"),
  });
  const checks = [access.recheck([1]), access.recheck([1])];
  answers[1]?.(createPrincipal("third"));
  answers[0]?.(createPrincipal("second"));
  await Promise.all(checks);
  expect(calls).toEqual(["third"]);
});

test("[P19] [PERF-23] the principals of several accounts are checked together", async () => {
  const checked: string[][] = [];
  const ended: number[] = [];
  const access = createAccessRegistry({
    clock: { now: () => 0, monotonic: () => 0, scheduleAt: () => () => undefined },
    failed: (error) => {
      throw error;
    },
    recheck(principals) {
      checked.push(principals.map(({ name }) => name));
      return Promise.resolve(new Map());
    },
  });
  for (const accountId of [1, 2, 3])
    access.register({
      principal: createPrincipal(`of ${accountId}`, accountId),
      action: "chats.read",
      onEnded: () => void ended.push(accountId),
    });
  await access.recheck([1, 3, 4]);
  expect([checked, ended]).toEqual([[["of 1", "of 3"]], [1, 3]]);
});
