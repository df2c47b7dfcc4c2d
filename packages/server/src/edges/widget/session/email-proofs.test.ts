import { expect, test } from "vitest";
import { ManualClock } from "../../../clock.ts";
import { EmailProofs } from "./email-proofs.ts";

const wrongCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

test("[CORE-162] [CORE-241] a code proves one address of one visitor, for a day, and is good once", async () => {
  const clock = new ManualClock();
  const proofs = new EmailProofs(clock, () => Promise.resolve());
  const code = proofs.issue(7, "Anna@visitor.example");
  expect(code).toMatch(/^\d{6}$/);
  expect(proofs.redeem(8, "anna@visitor.example", code)).toBe(false);
  expect(proofs.redeem(7, "bea@visitor.example", code)).toBe(false);
  expect(proofs.isProven(7, "anna@visitor.example")).toBe(false);
  expect(proofs.redeem(7, "anna@visitor.example ", code)).toBe(true);
  expect(proofs.redeem(7, "anna@visitor.example", code)).toBe(false);
  expect([
    proofs.isProven(7, "anna@visitor.example"),
    proofs.isProven(8, "anna@visitor.example"),
  ]).toEqual([true, false]);
  await clock.advance(24 * 3_600_000);
  expect(proofs.isProven(7, "anna@visitor.example")).toBe(false);
});

test("[CORE-162] [CORE-241] a code ends after 15 minutes, after five wrong tries and with the next one", async () => {
  const clock = new ManualClock();
  const proofs = new EmailProofs(clock, () => Promise.resolve());
  const expired = proofs.issue(7, "a@b.example");
  await clock.advance(15 * 60_000);
  expect(proofs.redeem(7, "a@b.example", expired)).toBe(false);
  const guessed = proofs.issue(7, "a@b.example");
  for (let n = 0; n < 5; n++)
    expect(proofs.redeem(7, "a@b.example", wrongCode(guessed))).toBe(false);
  expect(proofs.redeem(7, "a@b.example", guessed)).toBe(false);
  const [first, second] = [proofs.issue(7, "a@b.example"), proofs.issue(7, "a@b.example")];
  if (first !== second) expect(proofs.redeem(7, "a@b.example", first)).toBe(false);
  expect(proofs.redeem(7, "a@b.example", second)).toBe(true);
});
