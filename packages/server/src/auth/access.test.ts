import { expect, test } from "vitest";
import { openAccess } from "./access.ts";
import type { Principal } from "./principal.ts";

const principal = (name: string): Principal => ({
  accountId: 1,
  operatorId: 1,
  name,
  role: "operator",
  instanceOwner: false,
  suspended: false,
  chosenPresence: "online",
  by: { kind: "key", id: 1, scopes: ["*"] },
});

test("[CORE-161] checks that overlap end nothing that holds, and the latest one counts", async () => {
  const answers: ((renewed: Principal) => void)[] = [];
  const access = openAccess({
    clock: { now: () => 0, alarm: () => () => undefined },
    failed: (error) => {
      throw error;
    },
    recheck: (asked) =>
      new Promise((resolve) => {
        answers.push((renewed) => resolve(new Map(asked.map((one) => [one, renewed]))));
      }),
  });
  const seen: string[] = [];
  access.register({
    principal: principal("first"),
    action: "chats.read",
    renewed: ({ name }) => void seen.push(name),
    ended: () => void seen.push("ended"),
  });
  const checks = [access.recheck(1), access.recheck(1)];
  answers[1]?.(principal("third"));
  answers[0]?.(principal("second"));
  await Promise.all(checks);
  expect(seen).toEqual(["third"]);
});
