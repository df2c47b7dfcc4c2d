import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ManualClock } from "../../clock.ts";
import { createLimits } from "../../limits/index.ts";
import { createMailGate } from "./mail-gate.ts";
import { mailRules, type MailKind } from "./mail-kinds.ts";

const kinds = Object.keys(mailRules) as readonly MailKind[];
const openGate = (unsubscribed: readonly string[] = []) => {
  const clock = new ManualClock();
  const limits = createLimits({
    clock,
    values: { bot_mails_per_hour: 2, bot_mails_per_day: 3, account_visitor_mails_per_day: 4 },
  });
  const gate = createMailGate({
    limits,
    isUnsubscribed: (_account, address) => Promise.resolve(unsubscribed.includes(address)),
  });
  return { clock, gate };
};
const to = ["anna@customer.example"];

test("[CORE-162] [CORE-302] docs/reliability.md says of every mail who chooses its recipient, and why strangers cannot abuse it", () => {
  const page = readFileSync(new URL("../../../../../docs/reliability.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\w+) \| ([^|]+) \|$/gmu)];
  expect(Object.fromEntries(rows.map(([, kind, chooser]) => [kind, chooser]))).toEqual(
    Object.fromEntries(kinds.map((kind) => [kind, mailRules[kind].chosenBy])),
  );
  for (const [, kind, , reason = ""] of rows) expect(reason.length, kind).toBeGreaterThan(20);
});

test("[CORE-302] every kind whose recipient a stranger chose has limits or an operator's word, and a link that stops it", async () => {
  for (const kind of kinds) {
    const rule = mailRules[kind];
    if (!("permit" in rule)) continue;
    if (rule.permit !== "operator") expect(rule.limits.perRecipient, kind).not.toEqual([]);
    if (!("hasStopLink" in rule)) continue;
    if (kind !== "channel_answer") expect(rule.hasStopLink, kind).toBe(true);
    const { gate } = openGate(to);
    const admission = await gate.admit({ kind, account: 1, to, isSenderVerified: true });
    expect(admission, kind).toEqual(
      rule.hasStopLink ? { refused: "unsubscribed" } : { pass: { kind } },
    );
  }
});

test("[CORE-300] an answer of a bot leaves only to a verified sender", async () => {
  const { gate } = openGate();
  const mail = { kind: "bot_answer", account: 1, to } as const;
  expect(await gate.admit(mail)).toEqual({ refused: "sender_unverified" });
  expect(await gate.admit({ ...mail, isSenderVerified: false })).toEqual({
    refused: "sender_unverified",
  });
  expect(await gate.admit({ ...mail, isSenderVerified: true })).toHaveProperty("pass");
});

test("[CORE-302] answers of bots have limits per address and hour, day and account; a repeat counts once", async () => {
  const { clock, gate } = openGate();
  const send = (address: string, more: object = {}) =>
    gate.admit({
      kind: "bot_answer",
      account: 1,
      to: [address],
      isSenderVerified: true,
      ...more,
    });
  for (let n = 0; n < 2; n++) expect(await send("Anna@b.example")).toHaveProperty("pass");
  expect(await send("anna@B.example")).toHaveProperty("retryAfterMs");
  expect(await send("anna@b.example", { isRepeat: true })).toHaveProperty("pass");
  await clock.advance(3_600_000);
  expect(await send("anna@b.example")).toHaveProperty("pass");
  expect(await send("anna@b.example")).toHaveProperty("retryAfterMs");
  // The limit of the account has one left: what was refused took nothing of it.
  expect(await send("bea@b.example")).toHaveProperty("pass");
  expect(await send("cem@b.example")).toHaveProperty("retryAfterMs");
  expect(await send("cem@b.example", { account: 2 })).toHaveProperty("pass");
});
