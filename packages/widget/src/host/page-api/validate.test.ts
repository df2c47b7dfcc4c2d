import { expect, test } from "vitest";
import {
  parseAttributes,
  hasAllowedPrefix,
  parseColour,
  parseContacts,
  truncate,
  isSignedToken,
  isUserToken,
  parseOfflineMessage,
  parsePageFields,
  parsePhone,
  parseUserToken,
} from "./validate.ts";

test("[WG-061] a phone number is 7 to 15 digits, whatever stands between them", () => {
  for (const good of ["+44 20 7946-0018", "(020) 7946.0018", "1234567", 442079460018])
    expect(parsePhone(good), String(good)).not.toBeNull();
  for (const bad of [
    "",
    "123456",
    "1".repeat(16),
    "1' OR 1=1",
    "+",
    "++4420794600",
    null,
    {},
    [],
    true,
  ])
    expect(parsePhone(bad), JSON.stringify(bad)).toBeNull();
  expect(parsePhone("+44 (20) 7946.00-18")).toBe("+442079460018");
});

test("[WG-061] where the account names countries, a number begins as one of them", () => {
  for (const good of ["+49307654321", "0049307654321", "+43123456"])
    expect(hasAllowedPrefix(good, ["+49", "+43"]), good).toBe(true);
  for (const bad of ["+442079460018", "0307654321", "49307654321"])
    expect(hasAllowedPrefix(bad, ["+49", "+43"]), bad).toBe(false);
  expect(hasAllowedPrefix("0307654321", undefined)).toBe(true);
});

test("[WG-034] [WG-203] contacts come as an object or as texts; what is wrong is skipped and named", () => {
  expect(parseContacts([{ name: " Ann ", email: "ann@shop.example", x: 1 }])).toEqual({
    contacts: { name: "Ann", email: "ann@shop.example" },
    reason: null,
  });
  expect(parseContacts(["Ann", "ann@shop.example", "+442079460018", "VIP"]).contacts).toEqual({
    name: "Ann",
    email: "ann@shop.example",
    phone: "+442079460018",
    description: "VIP",
  });
  expect(parseContacts([{ name: "Ann", email: "ann@" }])).toEqual({
    contacts: { name: "Ann" },
    reason: "Invalid email",
  });
  expect(parseContacts([{ email: "ann@shop..example" }]).reason).toBe("Invalid email");
  expect(parseContacts([{ name: "Ann", phone: "12" }])).toEqual({
    contacts: { name: "Ann" },
    reason: "Invalid phone",
  });
  expect(
    parseContacts([{ name: "n".repeat(300), description: "d".repeat(1200) }]).contacts,
  ).toEqual({
    name: "n".repeat(255),
    description: "d".repeat(1000),
  });
  for (const bad of [
    [],
    [null],
    ["Ann"],
    [1],
    [{}],
    [{ name: "" }],
    [[]],
    [{ name: {} }],
    [() => 1],
    [{}, "x"],
  ])
    expect(parseContacts(bad).reason, JSON.stringify(bad)).toBe("Contact info must be object.");
});

test("[WG-063] an offline message fails with the first thing that is wrong, in the rule's order", () => {
  const good = {
    name: "Ann",
    email: "ann@shop.example",
    phone: "+442079460018",
    description: "",
    message: "Hello",
  };
  expect(parseOfflineMessage([good])).toEqual({
    contacts: { name: "Ann", email: "ann@shop.example", phone: "+442079460018" },
    text: "Hello",
  });
  expect(parseOfflineMessage(["Ann", "ann@shop.example", "", "", "Hello"])).toEqual({
    contacts: { name: "Ann", email: "ann@shop.example" },
    text: "Hello",
  });
  expect(parseOfflineMessage([])).toBe("Message is required");
  expect(parseOfflineMessage([{ ...good, message: " ", email: "" }])).toBe("Message is required");
  expect(parseOfflineMessage([{ message: "x" }])).toBe("Email or phone is required");
  expect(parseOfflineMessage([{ ...good, email: "no", phone: "no" }])).toBe("Invalid email");
  expect(parseOfflineMessage([{ ...good, phone: "no", message: "m".repeat(4001) }])).toBe(
    "Invalid phone",
  );
  expect(parseOfflineMessage([{ ...good, message: "m".repeat(4001) }])).toBe("Message is too long");
  expect(parseOfflineMessage([{ ...good, message: "😀".repeat(4000) }])).toMatchObject({
    text: "😀".repeat(4000),
  });
});

test("[WG-043] [WG-044] custom data is cut, links of other schemes go, useless and throwing entries are skipped", () => {
  expect(
    parsePageFields([
      {
        title: "t".repeat(120),
        key: "k".repeat(120),
        content: "c".repeat(1200),
        link: "https://shop.example/1",
      },
      { content: "x", link: "javascript:alert(1)" },
      { content: "y", link: `https://shop.example/${"a".repeat(2048)}` },
      { link: "https://shop.example" },
      null,
      "text",
      { content: 7 },
      {
        get content(): string {
          throw new Error("of the page");
        },
      },
      { title: "<b>" },
    ]),
  ).toEqual([
    {
      title: "t".repeat(100),
      key: "k".repeat(100),
      content: "c".repeat(1000),
      link: "https://shop.example/1",
    },
    { content: "x" },
    { content: "y" },
    { content: "7" },
    { title: "<b>" },
  ]);
  expect(
    parsePageFields(Array.from({ length: 20_000 }, (_, at) => ({ content: `c${at}` }))),
  ).toHaveLength(50);
  expect(truncate(`${"a".repeat(9)}😀`, 10)).toBe("a".repeat(9));
});

test("[WG-046] [WG-047] a token is 1 to 1024 characters without control characters; a signed one has the form of one that holds", () => {
  expect([
    parseUserToken("abc"),
    parseUserToken(42),
    parseUserToken({}),
    parseUserToken(undefined),
  ]).toEqual(["abc", "42", false, false]);
  expect(
    ["a", "t".repeat(1024), "", "t".repeat(1025), "a\nb", "a\u0085b"].map(isUserToken),
  ).toEqual([true, true, false, false, false, false]);
  const now = 1_800_000_000_000;
  const signed = (head: object, body: object): string =>
    [head, body].map((one) => btoa(JSON.stringify(one))).join(".") + ".c2ln";
  const soon = now / 1000 + 3600;
  expect(isSignedToken(signed({ alg: "HS256" }, { sub: "7", exp: soon }), now)).toBe(true);
  for (const bad of [
    signed({ alg: "none" }, { sub: "7", exp: soon }),
    signed({ alg: "HS256" }, { sub: "7", exp: now / 1000 - 1 }),
    signed({ alg: "HS256" }, { sub: "7", exp: now / 1000 + 90_000 }),
    signed({ alg: "HS256" }, { exp: soon }),
    "opaque",
    "",
  ])
    expect(isSignedToken(bad, now), bad).toBe(false);
});

test("[WG-263] values of fields may also be lists of texts", () => {
  const fields = { likes: ["a", "b"], plan: "pro" };
  expect(parseAttributes(fields)).toEqual(fields);
  expect(parseAttributes({ likes: ["a", 1] })).toEqual({ likes: ["a", "1"] });
});

test("[WG-064] [WG-210] attributes are up to 30 plain values; colours #rgb or #rrggbb", () => {
  expect(parseAttributes({ plan: "pro", seats: 3, trial: false })).toEqual({
    plan: "pro",
    seats: 3,
    trial: false,
  });
  for (const bad of [
    null,
    [],
    "x",
    { a: {} },
    { a: null },
    { a: Number.NaN },
    Object.fromEntries([...Array(31).keys()].map((key) => [`k${key}`, 1])),
  ])
    expect(parseAttributes(bad)).toBeNull();
  expect([
    parseColour("#abc"),
    parseColour("#A1B2C3"),
    parseColour("red"),
    parseColour("#abcd"),
    parseColour(null),
  ]).toEqual(["#aabbcc", "#A1B2C3", null, null, null]);
});
