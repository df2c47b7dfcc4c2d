import { describe, expect, test } from "vitest";
import type { VisitorData } from "../event.ts";
import type { BlockListEntry, BlockListKind } from "../command.ts";
import { formatAddress, isInRange, parseAddress, parseRange } from "./ip-address.ts";
import { findBlock, toIdentifiers, type VisitorIdentifiers } from "./match.ts";
import { normalizeValue, customerKey, type TextEntryKind } from "./normalize.ts";

const createEntry = (
  id: number,
  kind: BlockListKind,
  value: string,
  until: number | null = null,
): BlockListEntry => ({
  id,
  kind,
  value,
  until,
});
const createNormalizedEntry = (
  id: number,
  kind: TextEntryKind,
  value: string,
  until: number | null = null,
): BlockListEntry => createEntry(id, kind, normalizeValue(kind, value) ?? "", until);

describe("matching", () => {
  const now = 1_000;
  test("[CORE-070] [CORE-229] of a visitor every stored value of a contact counts, whoever said it, and what he claims now", () => {
    const contact = (value: string) => ({
      value,
      source: "visitor" as const,
      at: "2026-01-05T08:00:00.000Z",
    });
    const nobody = { name: null, description: null, social: null, token: null, photo: null };
    const visitor = {
      ...nobody,
      id: 7,
      email: { ...contact("new@x.org"), others: [contact("old@x.org")] },
      phone: contact("+49 30 12345"),
    };
    const facts = toIdentifiers(visitor as unknown as VisitorData, null, { email: "third@x.org" });
    for (const value of ["new@x.org", "old@x.org", "third@x.org"])
      expect(
        findBlock([createNormalizedEntry(1, "email", value)], facts, now),
        value,
      ).not.toBeNull();
    expect(findBlock([createNormalizedEntry(1, "email", "fourth@x.org")], facts, now)).toBeNull();
    expect(findBlock([createNormalizedEntry(1, "phone", "+493012345")], facts, now)).not.toBeNull();
  });
  test("[CORE-311] an entry blocks a phone number in both of its notations", () => {
    const entries = [createNormalizedEntry(1, "phone", "+55 41 98799-1234")];
    expect(findBlock(entries, { phones: ["+554187991234"] }, now)).not.toBeNull();
    expect(findBlock(entries, { phones: ["+554187991235"] }, now)).toBeNull();
  });
  test.each<[BlockListKind, BlockListEntry, VisitorIdentifiers, VisitorIdentifiers]>([
    ["visitor", createEntry(1, "visitor", "77"), { visitorId: 77 }, { visitorId: 78 }],
    [
      "customer",
      createEntry(1, "customer", customerKey(5, "a b")),
      { customer: { channelId: 5, key: "a b" } },
      { customer: { channelId: 6, key: "a b" } },
    ],
    [
      "ip",
      createNormalizedEntry(1, "ip", "2001:DB8::1"),
      { ip: "2001:db8:0:0::1" },
      { ip: "2001:db8::2" },
    ],
    [
      "range",
      createNormalizedEntry(1, "range", "192.0.2.77/25"),
      { ip: "192.0.2.127" },
      { ip: "192.0.2.128" },
    ],
    ["country", createNormalizedEntry(1, "country", "de"), { country: "DE" }, { country: "AT" }],
    [
      "email",
      createNormalizedEntry(1, "email", "Anna@Example.org"),
      { emails: ["x@example.org", " anna@EXAMPLE.org"] },
      { emails: ["ann@example.org"] },
    ],
    [
      "phone",
      createNormalizedEntry(1, "phone", "0049 (30) 123-45"),
      { phones: ["+49 30 12345"] },
      { phones: ["+49 30 1234"] },
    ],
    [
      "user_token",
      createNormalizedEntry(1, "user_token", "u-1"),
      { userToken: "u-1" },
      { userToken: "U-1" },
    ],
  ])(
    "[CORE-070] [CORE-229] an entry of the kind %s matches what it names and nothing else",
    (_kind, item, matched, other) => {
      expect(findBlock([item], matched, now)).toBe(item);
      expect(findBlock([item], other, now)).toBeNull();
      expect(findBlock([item], {}, now)).toBeNull();
    },
  );

  test("[CORE-070] an entry is in force until its time and not at it; of several in force the oldest is named", () => {
    const list = [
      createNormalizedEntry(3, "email", "a@x.org", 500),
      createNormalizedEntry(5, "country", "DE"),
      createNormalizedEntry(4, "email", "a@x.org", 2_000),
    ];
    const facts = { emails: ["a@x.org"], country: "DE" };
    expect(findBlock(list, facts, 499)?.id).toBe(3);
    expect(findBlock(list, facts, 500)?.id).toBe(4);
    expect(findBlock(list, facts, 2_000)?.id).toBe(5);
    expect(findBlock(list, { emails: ["a@x.org"] }, 2_000)).toBeNull();
  });

  test("[CORE-071] ten thousand entries cost a look, not a walk", () => {
    const list = Array.from({ length: 10_000 }, (_, n) =>
      createNormalizedEntry(n + 1, "email", `user${n}@example.org`),
    );
    expect(findBlock(list, { emails: ["user9999@example.org"] }, now)?.id).toBe(10_000);
    const before = process.cpuUsage();
    for (let n = 0; n < 2_000; n++)
      findBlock(
        list,
        { visitorId: n, emails: [`other${n}@example.org`], phones: ["+49 30 12345"] },
        now,
      );
    // A linear search would compare 40 million texts and exceed this limit.
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
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
    expect(address && formatAddress(address)).toBe(text);
    expect(address && parseAddress(formatAddress(address))).toEqual(address);
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
  test("[CORE-070] [CORE-229] a range holds exactly the addresses that share its first bits", () => {
    const range = parseRange("10.1.2.3/9");
    expect(normalizeValue("range", "10.1.2.3/9")).toBe("10.0.0.0/9");
    const holds = (text: string): boolean =>
      isInRange(
        parseAddress(text) ?? { bits: 32, number: 0n },
        range ?? { base: { bits: 32, number: 0n }, prefix: 32 },
      );
    expect(
      ["10.0.0.0", "10.127.255.255", "10.128.0.0", "9.255.255.255", "::a01:203"].map(holds),
    ).toEqual([true, true, false, false, false]);
    expect(normalizeValue("range", "::ffff:192.0.2.7/120")).toBe("192.0.2.0/24");
    expect(normalizeValue("range", "2001:db8:ffff::/33")).toBe("2001:db8:8000:0:0:0:0:0/33");
    expect(normalizeValue("range", "0.0.0.0/0")).toBe("0.0.0.0/0");
    for (const none of [
      "10.0.0.0",
      "10.0.0.0/33",
      "::/129",
      "10.0.0.0/",
      "10.0.0.0/08",
      "10.0.0.0/8/8",
      "::ffff:1.2.3.4/95",
      "/8",
    ])
      expect(normalizeValue("range", none), none).toBeNull();
  });
  test("[CORE-070] what is no country, email, phone or token is refused", () => {
    const none: readonly [TextEntryKind, string][] = [
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
    for (const [kind, value] of none)
      expect(normalizeValue(kind, value), `${kind} ${value}`).toBeNull();
  });
});
