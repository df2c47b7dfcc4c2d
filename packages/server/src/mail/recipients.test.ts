import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { LinkMail } from "../api/operators/mail-link.ts";
import type { MailEvent } from "./plan.ts";

/**
 * States for each email of the installation who chooses its recipient. A new email does not compile
 * without an entry.
 */
const recipientChoosers: Record<
  MailEvent | LinkMail["kind"] | "code" | "test",
  "account" | "operator" | "visitor" | "anybody"
> = {
  chat_waiting: "account",
  offline_message: "account",
  endpoint_failing: "account",
  endpoint_off: "account",
  address_opened: "account",
  invite: "operator",
  reset: "operator",
  test: "operator",
  forgot: "anybody",
  offline_answer: "visitor",
  chat_answer: "visitor",
  transcript: "visitor",
  code: "visitor",
};

test("[CORE-162] docs/reliability.md says of every mail who chooses its recipient, and why strangers cannot abuse it", () => {
  const doc = readFileSync(new URL("../../../../docs/reliability.md", import.meta.url), "utf8");
  const rows = new Map(
    [...doc.matchAll(/^\| `(\w+)` \| (\w+) \| ([^|]+) \|$/gmu)].map(
      ([, mail = "", chooser = "", reason = ""]) => [mail, { who: chooser, why: reason }],
    ),
  );
  expect(Object.fromEntries([...rows].map(([mail, { who: chooser }]) => [mail, chooser]))).toEqual(
    recipientChoosers,
  );
  for (const [mail, { why: reason }] of rows) expect(reason.length, mail).toBeGreaterThan(20);
});
