import { describe, expect, test } from "vitest";
import type { VisitorDraft } from "../event.ts";
import type { BlacklistEntry, BlacklistKind } from "../ports.ts";
import { addressText, isInRange, parseAddress, parseRange } from "./address.ts";
import { blockOf, factsOf, type Facts } from "./match.ts";
import { comparedValue, customerValue, type TextKind } from "./value.ts";

const entry = (id: number, kind: BlacklistKind, value: string, until: number | null = null): BlacklistEntry => ({ id, kind, value, until });
const given = (id: number, kind: TextKind, value: string, until: number | null = null): BlacklistEntry =>
  entry(id, kind, comparedValue(kind, value) ?? "", until);

describe("matching", () => {
  const now = 1_000;
  test("[CORE-070] of a visitor every stored value of a contact counts, whoever said it, and what he claims now", () => {
    const said = (value: string) => ({ value, source: "visitor" as const, at: "2026-01-05T08:00:00.000Z" });
    const nobody = { name: null, description: null, social: null, token: null, photo: null };
    const visitor = { ...nobody, id: 7, email: { ...said("new@x.org"), others: [said("old@x.org")] }, phone: said("+49 30 12345") };
    const facts = factsOf(visitor as unknown as VisitorDraft, null, { email: "third@x.org" });
    for (const value of ["new@x.org", "old@x.org", "third@x.org"])
      expect(blockOf([given(1, "email", value)], facts, now), value).not.toBeNull();
    expect(blockOf([given(1, "email", "fourth@x.org")], facts, now)).toBeNull();
    expect(blockOf([given(1, "phone", "+493012345")], facts, now)).not.toBeNull();
  });
  test.each<[BlacklistKind, BlacklistEntry, Facts, Facts]>([
    ["visitor", entry(1, "visitor", "77"), { visitorId: 77 }, { visitorId: 78 }],
    [
      "customer",
      entry(1, "customer", customerValue(5, "a b")),
      { customer: { channelId: 5, key: "a b" } },
      { customer: { channelId: 6, key: "a b" } },
    ],
    ["ip", given(1, "ip", "2001:DB8::1"), { ip: "2001:db8:0:0::1" }, { ip: "2001:db8::2" }],
    ["range", given(1, "range", "192.0.2.77/25"), { ip: "192.0.2.127" }, { ip: "192.0.2.128" }],
    ["country", given(1, "country", "de"), { country: "DE" }, { country: "AT" }],
    ["email", given(1, "email", "Anna@Example.org"), { emails: ["x@example.org", " anna@EXAMPLE.org"] }, { emails: ["ann@example.org"] }],
    ["phone", given(1, "phone", "0049 (30) 123-45"), { phones: ["+49 30 12345"] }, { phones: ["+49 30 1234"] }],
    ["user_token", given(1, "user_token", "u-1"), { userToken: "u-1" }, { userToken: "U-1" }],
  ])("[CORE-070] an entry of the kind %s matches what it names and nothing else", (_kind, one, matched, other) => {
    expect(blockOf([one], matched, now)).toBe(one);
    expect(blockOf([one], other, now)).toBeNull();
    expect(blockOf([one], {}, now)).toBeNull();
  });

  test("[CORE-070] an entry is in force until its time and not at it; of several in force the oldest is named", () => {
    const list = [given(3, "email", "a@x.org", 500), given(5, "country", "DE"), given(4, "email", "a@x.org", 2_000)];
    const facts = { emails: ["a@x.org"], country: "DE" };
    expect(blockOf(list, facts, 499)?.id).toBe(3);
    expect(blockOf(list, facts, 500)?.id).toBe(4);
    expect(blockOf(list, facts, 2_000)?.id).toBe(5);
    expect(blockOf(list, { emails: ["a@x.org"] }, 2_000)).toBeNull();
  });

  test("[CORE-071] ten thousand entries cost a look, not a walk", () => {
    const list = Array.from({ length: 10_000 }, (_, n) => given(n + 1, "email", `user${n}@example.org`));
    expect(blockOf(list, { emails: ["user9999@example.org"] }, now)?.id).toBe(10_000);
    const before = performance.now();
    for (let n = 0; n < 2_000; n++) blockOf(list, { visitorId: n, emails: [`other${n}@example.org`], phones: ["+49 30 12345"] }, now);
    // A linear search would compare 40 million texts.
    expect(performance.now() - before).toBeLessThan(1_000);
  });
});

describe("addresses", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:c000:0201", "192.0.2.1"],
    ["::", "0:0:0:0:0:0:0:0"],
    ["::1", "0:0:0:0:0:0:0:1"],
    ["2001:0db8::a:0:1", "2001:db8:0:0:0:a:0:1"],
    ["1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"],
    ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0:0:0:c000:201"],
  ])("[CORE-070] %s has one form", (written, text) => {
    const address = parseAddress(written);
    expect(address && addressText(address)).toBe(text);
    expect(address && parseAddress(addressText(address))).toEqual(address);
  });
  test.each([
    "",
    "192.0.2",
    "192.0.2.256",
    "192.0.2.01",
    "127.1",
    "0x7f.0.0.1",
    "1.2.3.4.5",
    ":",
    ":::",
    "1::2::3",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7:8::",
    "12345::",
    "g::",
    "1.2.3.4::",
    "::1%eth0",
    " 1.2.3.4",
  ])("[CORE-070] %j is no address", (written) => {
    expect(parseAddress(written)).toBeNull();
  });
  test("[CORE-070] a range holds exactly the addresses that share its first bits", () => {
    const range = parseRange("10.1.2.3/9");
    expect(comparedValue("range", "10.1.2.3/9")).toBe("10.0.0.0/9");
    const holds = (text: string): boolean =>
      isInRange(parseAddress(text) ?? { bits: 32, number: 0n }, range ?? { base: { bits: 32, number: 0n }, prefix: 32 });
    expect(["10.0.0.0", "10.127.255.255", "10.128.0.0", "9.255.255.255", "::a01:203"].map(holds)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(comparedValue("range", "::ffff:192.0.2.7/120")).toBe("192.0.2.0/24");
    expect(comparedValue("range", "2001:db8:ffff::/33")).toBe("2001:db8:8000:0:0:0:0:0/33");
    expect(comparedValue("range", "0.0.0.0/0")).toBe("0.0.0.0/0");
    for (const none of ["10.0.0.0", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/08", "10.0.0.0/8/8", "::ffff:1.2.3.4/95", "/8"])
      expect(comparedValue("range", none), none).toBeNull();
  });
  test("[CORE-070] what is no country, e-mail, phone or token is refused", () => {
    const none: readonly [TextKind, string][] = [
      ["country", "Germany"],
      ["country", "QX"],
      ["country", ""],
      ["email", "anna"],
      ["email", "a b@x.org"],
      ["email", `${"a".repeat(255)}@x.org`],
      ["phone", "12-34"],
      ["phone", "1".repeat(33)],
      ["user_token", " "],
      ["user_token", "x".repeat(1_025)],
    ];
    for (const [kind, value] of none) expect(comparedValue(kind, value), `${kind} ${value}`).toBeNull();
  });
});
