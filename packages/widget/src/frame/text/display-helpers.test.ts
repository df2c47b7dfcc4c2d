import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { WidgetMessage } from "@parlour/protocol/widget";
import { first as en } from "../../texts/en/first.ts";
import { en as moreEn } from "../../texts/en/more.ts";
import { createTextFunction } from "../../texts/index.ts";
import { deriveAccentColours, getContrast } from "../accent.ts";
import { isEmail, normalizePhone } from "../../contact-formats.ts";
import { createGreetingItem, groupMessages } from "./message-groups.ts";
import { getSystemMessageText } from "./system-message-text.ts";
import { splitLinks } from "@parlour/protocol/widget/links";
import { toSafeFileName, formatFileSize } from "../media/media.ts";
import { getPictureSource } from "../media/picture-source.ts";
import { formatPromise } from "./promise-text.ts";
import { formatTime, formatDay } from "./time.ts";
import { createRandom } from "../testing/fake-server.fixture.ts";

const englishText = createTextFunction("en", { ...en, ...moreEn });
const message = (part: Partial<WidgetMessage>): WidgetMessage => ({
  id: 1,
  chat_id: 1,
  seq: 1,
  at: "2026-11-20T10:02:00.000Z",
  from: "operator",
  name: "Sofia",
  photo: "",
  kind: "text",
  text: "x",
  ...part,
});

beforeEach(() => vi.stubGlobal("navigator", { languages: ["en-US"] }));
afterEach(() => void vi.unstubAllGlobals());

test("[WG-088] any accent gives readable text on it, beside it and on its soft ground, light and dark", () => {
  const random = createRandom(7);
  const randomAccents = Array.from(
    { length: 300 },
    () =>
      `#${Math.floor(random() * 0xffffff)
        .toString(16)
        .padStart(6, "0")}`,
  );
  for (const accent of [
    "#0B6B5D",
    "#E5B73B",
    "#C2452D",
    "#3C9BE8",
    "#ffffff",
    "#000000",
    ...randomAccents,
  ])
    for (const dark of [false, true]) {
      const colours = deriveAccentColours(accent, dark);
      const surface = dark ? "#1a1e22" : "#ffffff";
      expect(getContrast(colours.accent, colours.onAccent), accent).toBeGreaterThanOrEqual(4.5);
      expect(getContrast(colours.text, surface), accent).toBeGreaterThanOrEqual(4.5);
      expect(getContrast(colours.text, colours.soft), accent).toBeGreaterThanOrEqual(4.5);
    }
  expect(deriveAccentColours("#0B6B5D", false)).toMatchObject({
    accent: "#0b6b5d",
    onAccent: "#ffffff",
  });
});

test("[WG-087] only http, https, mailto and tel become links; markup stays text", () => {
  expect(splitLinks("<b>See</b> https://shop.example/o?a=1.")).toEqual([
    { text: "<b>See</b> " },
    { text: "https://shop.example/o?a=1", href: "https://shop.example/o?a=1" },
    { text: "." },
  ]);
  for (const text of [
    "javascript:alert(1)",
    "data:text/html,x",
    "https://bank.example@evil.example/",
  ])
    expect(splitLinks(text).some((piece) => "href" in piece)).toBe(false);
});

test("[WG-087] names of files lose paths and what turns their direction; pictures of others come through us", () => {
  expect(toSafeFileName("../../etc/\u202egnp.exe")).toBe("gnp.exe");
  expect(getPictureSource("https://files.example/files/x/a.png", "https://chat.example")).toEqual({
    direct: "https://files.example/files/x/a.png",
  });
  expect(getPictureSource("https://cdn.example/a.png", "https://chat.example")).toEqual({
    fetched: "https://cdn.example/a.png",
  });
  expect(getPictureSource("javascript:alert(1)", "https://chat.example")).toBe(null);
});

test("bubbles of one author in one minute stand together; days and lines between them", () => {
  const items = groupMessages([
    message({ id: 1, from: "visitor", name: "" }),
    message({ id: 2, from: "visitor", name: "" }),
    message({ id: 3, from: "system", code: "accepted", detail: "Sofia" }),
    message({ id: 4 }),
    message({ id: 5, at: "2026-11-20T10:03:00.000Z" }),
    message({ id: 6, at: "2026-11-22T10:03:00.000Z" }),
  ]);
  expect(items.map((one) => (one.kind === "group" ? one.messages.length : one.kind))).toEqual([
    "day",
    2,
    "line",
    1,
    1,
    "day",
    1,
  ]);
});

test("[WG-111] the greeting is an item of its own, with the same key before and after it is stored", () => {
  const greeting = message({ from: "system", name: "", code: "greeting", detail: "Hello" });
  const items = groupMessages([greeting, message({ id: 2, from: "visitor", name: "" })]);
  expect(items.map(({ kind, key }) => [kind, key])).toEqual([
    ["group", createGreetingItem(greeting).key],
    ["day", "d2"],
    ["group", "g2"],
  ]);
  expect(getSystemMessageText(greeting, englishText)).toBe("Hello");
});

test("[WG-261] lines of the system are said in the visitor's words; others say nothing", () => {
  expect(getSystemMessageText(message({ code: "accepted", detail: "Sofia" }), englishText)).toBe(
    "Sofia joined the chat",
  );
  expect(getSystemMessageText(message({ code: "closed" }), englishText)).toBe("The chat has ended");
  expect(getSystemMessageText(message({ code: "transferred", detail: "Sofia" }), englishText)).toBe(
    "Transferring you to a colleague",
  );
  expect(getSystemMessageText(message({ code: "bot_failed" }), englishText)).toBe("");
  expect(getSystemMessageText(message({ code: "deleted" }), englishText)).toBe("Message deleted");
});

test("[WG-081] yesterday is the day before by the calendar, also when the clock is changed", () => {
  vi.stubEnv("TZ", "Europe/Berlin");
  onTestFinished(() => void vi.unstubAllEnvs());
  const now = Date.parse("2026-03-30T00:30:00+02:00");
  expect(
    ["2026-03-28T12:00:00+01:00", "2026-03-29T12:00:00+02:00"].map((at) =>
      formatDay(at, englishText, now),
    ),
  ).toEqual(["Saturday, March 28", "Yesterday"]);
});

test("[WG-061] [WG-080] sizes, addresses and numbers", () => {
  expect(formatFileSize(84 * 1024, englishText)).toBe("84 kB");
  expect(["a@b.example", "a@b", "a b@c.de", "@b.example"].map(isEmail)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(
    ["+44 20 7946-0018", "(020) 7946.0018", "123", "+44x2079460018", "1234567890123456"].map(
      normalizePhone,
    ),
  ).toEqual(["+442079460018", "02079460018", null, null, null]);
});

test.each([
  ["en-GB", ["de-DE", "en-GB"], "13:20"],
  ["en-US", ["en-US", "en-GB"], "1:20 PM"],
  ["no English at all", ["de-DE"], "1:20 PM"],
])(
  "[WG-089] times are written as the browser's locale of the window's language has them: %s",
  (_of, languages, expected) => {
    vi.stubGlobal("navigator", { languages });
    expect(
      formatTime("2026-11-20T13:20:00", createTextFunction("en", en)).replaceAll("\u202f", " "),
    ).toBe(expected);
  },
);

test("[PROM-012] a promise says its time of today, the day of another one, or that the answer is late", () => {
  const now = new Date(2026, 10, 20, 9).getTime();
  const say = (until: Date, late = false) =>
    formatPromise({ until: until.toISOString(), late }, englishText, now).replaceAll("\u202f", " ");
  expect(say(new Date(2026, 10, 20, 14))).toBe("We'll reply by 2:00 PM");
  expect(say(new Date(2026, 10, 21, 14))).toBe("We'll reply by Sat, Nov 21, 2:00 PM");
  expect(say(new Date(2026, 10, 20, 8), true)).toBe("Sorry, our reply is late.");
});
