import type { MaskSettings } from "@parlour/protocol/settings/mask-values";
import { describe, expect, it } from "vitest";
import { ModelFault } from "./fault.ts";
import { createMask } from "./mask.ts";

const settings: MaskSettings = {
  mode: "on",
  kinds: ["email", "phone", "card", "iban", "name"],
  patterns: [{ name: "Order", pattern: "7\\d{3}" }],
};
const mask = (...texts: string[]) => {
  const created = createMask(settings, ["Anna Kovács"], texts);
  return { ...created, masked: texts.map(created.apply) };
};

describe("the mask", () => {
  it("[MODEL-012] replaces each kind of value, and the same value by the same placeholder", () => {
    const { masked, count } = mask(
      "I am Anna Kovács, order 7781.",
      "anna.kovacs@example.com or +44 20 7946 0958. Refund to GB33 BUKB 2020 1555 5555 55 please.",
      "Anna again, anna.kovacs@example.com, card 4242 4242 4242 4242.",
    );
    expect(masked).toEqual([
      "I am [NAME_1], order [ORDER_1].",
      "[EMAIL_1] or [PHONE_1]. Refund to [IBAN_1] please.",
      "[NAME_2] again, [EMAIL_1], card [CARD_1].",
    ]);
    expect(count()).toBe(7);
  });
  it("[MODEL-012] leaves numbers without valid check digits, dates and short numbers", () => {
    const text = "4242424242424243 on 2026-11-29 10:06, 29.11.2026, pack of 1200, v1.2.3, GB34 AB";
    expect(mask(text).masked).toEqual([text]);
    expect(mask("GB34 BUKB 2020 1555 5555 55").masked[0]).not.toContain("[IBAN");
  });
  it("[MODEL-013] puts the values back, also into JSON and into an answer cut inside of a placeholder", () => {
    const { restore, restoreJson, restoreParts } = mask("7781 for anna.kovacs@example.com");
    const answer = "Refund [ORDER_1] to [EMAIL_1], [EMAIL_2] [not this]";
    const restored = "Refund 7781 to anna.kovacs@example.com, [EMAIL_2] [not this]";
    expect(restore(answer)).toBe(restored);
    expect(restoreJson({ text: [answer], n: 1, none: null })).toEqual({
      text: [restored],
      n: 1,
      none: null,
    });
    for (let size = 1; size < 12; size++) {
      const parts = restoreParts();
      const texts = answer.match(new RegExp(`.{1,${size}}`, "g"))?.map(parts.add) ?? [];
      expect([...texts, parts.end()].join("")).toBe(restored);
      for (const text of texts) expect(text).not.toMatch(/\[(?:EMAIL|ORDER)_1?$/);
    }
  });
  it("[MODEL-013] a placeholder that somebody wrote is not replaced by the value of somebody else", () => {
    const { masked, restore } = mask("What is [EMAIL_1]?", "Write to bob@example.com");
    expect(masked[1]).toBe("Write to [EMAIL_2]");
    expect(restore("[EMAIL_1] [EMAIL_2]")).toBe("[EMAIL_1] bob@example.com");
  });
  it("[MODEL-011] an own pattern that takes too long fails the request", () => {
    const slow = { ...settings, patterns: [{ name: "Slow", pattern: "a|a.*b" }] };
    const { apply } = createMask(slow, [], []);
    expect(() => apply("a".repeat(200_000))).toThrow(ModelFault);
  });
  it("[MODEL-012] texts that are hard to search take linear time", () => {
    const { apply } = createMask({ ...settings, patterns: [] }, ["Anna"], []);
    const hard = [`${"a".repeat(100_000)}@`, "1 ".repeat(100_000), "GB33 ".repeat(40_000)];
    for (const text of hard) {
      const before = process.cpuUsage();
      apply(text);
      expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
    }
  });
});
