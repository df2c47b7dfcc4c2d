import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { parseMail } from "../src/edges/mail/format/parse/index.ts";
import { buildMailFixtures, type MailFixture } from "./mail-fixtures/index.ts";

/**
 * Mails as programs write them, each with what a person reads in it. `known-failures.json` lists
 * what is wrong. It must match exactly, so that it only becomes shorter.
 */
const known = JSON.parse(
  readFileSync(new URL("mail-fixtures/known-failures.json", import.meta.url), "utf8"),
) as Readonly<Record<string, readonly string[]>>;

const options = {
  maxBytes: 1024 * 1024,
  receivedAt: Date.UTC(2026, 2, 3, 10),
  authenticationServers: [],
  markers: ["test"],
};
const fixtures = buildMailFixtures();
const failures: Record<string, readonly string[]> = {};
const countFailures = (part: string): number =>
  Object.values(failures).filter((parts) => parts.includes(part)).length;

beforeAll(async () => {
  for (const fixture of fixtures) {
    const wrong = await compare(fixture);
    if (wrong.length > 0) failures[fixture.name] = wrong;
  }
});

/** Returns the parts that differ from what a person reads. */
async function compare(fixture: MailFixture): Promise<readonly string[]> {
  const mail = await parseMail(fixture.raw, options);
  const attachments = mail.attachments.map(
    ({ name, content, isInline }) => `${name} ${content.length}${isInline ? " inline" : ""}`,
  );
  const checks = {
    sender: mail.from?.name === fixture.sender,
    subject: mail.subject === fixture.subject,
    text: mail.text === fixture.text,
    quote: toLetters(mail.quote) === toLetters(fixture.quote),
    signature: toLetters(mail.signature) === toLetters(fixture.signature),
    forwarded: mail.forwarded === fixture.forwarded,
    attachments: attachments.join() === fixture.attachments.join(),
  };
  return Object.entries(checks).flatMap(([part, isRight]) => (isRight ? [] : [part]));
}
/** Folded parts are compared without white space, quote signs and direction marks. */
const toLetters = (text: string): string =>
  text.replace(/[>\s\u200e\u200f\u202a-\u202e\ufeff]+/g, "");

describe("mails of many programs", () => {
  test("[MAIL-016] there are at least 300 different mails of at least 12 programs", () => {
    const names = fixtures.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(fixtures.map(({ raw }) => raw.toString("latin1"))).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(300);
    expect(new Set(names.map((name) => name.split(" ")[0])).size).toBeGreaterThan(12);
  });

  test.each(["text", "quote", "signature", "forwarded", "attachments", "sender", "subject"])(
    "[MAIL-010] [MAIL-011] [MAIL-012] [MAIL-013] [MAIL-016] 97 of 100 mails have the right %s",
    (part) => {
      const share = 1 - countFailures(part) / fixtures.length;
      console.info(`mails: ${fixtures.length}; right ${part}: ${(100 * share).toFixed(1)} %`);
      expect(share).toBeGreaterThanOrEqual(0.97);
    },
  );

  test("[MAIL-016] the known failures are exactly these", () => {
    expect(failures).toEqual(known);
  });
});
