import { expect, test } from "vitest";
import {
  widgetLanguages,
  defaultWidgetSettings,
  type WidgetScriptConfig,
} from "@parlour/protocol/settings/widget-settings";
import { getTextColour } from "@parlour/protocol/widget/text-colour";
import { hostTexts } from "../host/text-table.ts";
import { detectLanguage } from "./button.ts";
import { detectDevice, isTargeted } from "./targeting.ts";
import { parseUtm } from "./utm.ts";
import { countPageInVisit } from "./visit.ts";

const face: WidgetScriptConfig = {
  ...defaultWidgetSettings,
  id: "a",
  name: "Shop",
  on_accent: "#fff",
  base: "",
  frame: "",
  rules: [],
};
const page = { origin: "https://www.shop.example", href: "https://www.shop.example/cart" };

test("[WG-006] the widget starts on its own sites only; hidden devices and addresses keep it away", () => {
  const isOn = (sites?: string) => isTargeted({ ...face, sites }, page, "desktop");
  expect(isOn()).toBe(true);
  expect(isOn(String.raw`^(?:https://.+\.SHOP\.example|https://shop\.example)$`)).toBe(true);
  expect(isOn(String.raw`^(?:https://shop\.example)$`)).toBe(false);
  const hidden = { urls: ["/cart"], countries: [], devices: [] };
  expect(isTargeted({ ...face, hidden }, page, "desktop")).toBe(false);
  expect(
    isTargeted(
      { ...face, hidden: { ...hidden, urls: ["/other"], devices: ["desktop"] } },
      page,
      "desktop",
    ),
  ).toBe(false);
  expect(
    isTargeted(
      { ...face, hidden: { ...hidden, urls: ["/other"], devices: ["mobile"] } },
      page,
      "desktop",
    ),
  ).toBe(true);
});

test("[WG-052] devices are told apart by what the browser says", () => {
  const of = (userAgent: string, maxTouchPoints = 0) => detectDevice({ userAgent, maxTouchPoints });
  expect(of("Mozilla/5.0 (X11; Linux x86_64) Chrome/140")).toBe("desktop");
  expect(of("Mozilla/5.0 (Macintosh; Intel Mac OS X) Safari", 5)).toBe("tablet");
  expect(of("Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile Safari")).toBe("mobile");
  expect(of("Mozilla/5.0 (Linux; Android 15; SM-X700) Chrome/140 Safari")).toBe("tablet");
  expect(of("Mozilla/5.0 (iPhone; CPU iPhone OS 18) Mobile")).toBe("mobile");
});

test("[WG-052] [WG-064] [WG-211] a visit ends with half an hour without a page; its first page says where it came from", () => {
  const one = {
    URL: "https://shop.example/?utm_source=news&utm_term=",
    referrer: "https://search.example/",
  };
  const minute = 60_000;
  const first = countPageInVisit(undefined, one, 0);
  const second = countPageInVisit(
    { ...first, closed: true },
    { URL: "https://shop.example/b", referrer: one.URL },
    30 * minute,
  );
  const third = countPageInVisit(
    second,
    { URL: "https://shop.example/c", referrer: "" },
    61 * minute,
  );
  expect([
    first.visits,
    first.pages,
    second.visits,
    second.pages,
    third.visits,
    third.pages,
  ]).toEqual([1, 1, 1, 2, 2, 1]);
  expect([second.first, second.referrer, second.closed]).toEqual([one.URL, one.referrer, true]);
  expect([third.first, third.since, third.closed]).toEqual([
    "https://shop.example/c",
    61 * minute,
    undefined,
  ]);
  expect(countPageInVisit({ visits: "x" } as never, one, 5).visits).toBe(1);
  expect(parseUtm(first.first)).toEqual({
    source: "news",
    campaign: null,
    content: null,
    medium: null,
    term: "",
  });
  expect(parseUtm("nothing")).toEqual({
    source: null,
    campaign: null,
    content: null,
    medium: null,
    term: null,
  });
});

test("[WG-089] the button speaks the languages of the widget, English for all others", () => {
  for (const language of widgetLanguages) {
    expect(detectLanguage(language)).toBe(language);
    expect(hostTexts[language], language).toMatch(/^[^|]+\|[^|]+$/);
  }
  expect(["pt-BR", "zh_TW", "eng", "he", "", "n r"].map(detectLanguage)).toEqual([
    "pt",
    "zh",
    "en",
    "en",
    "en",
    "en",
  ]);
});

test("[WG-088] text on the accent always has a contrast of 4.5", () => {
  expect(
    ["#0B6B5D", "#E5B73B", "#C2452D", "#3C9BE8", "#ffffff", "#000000"].map(getTextColour),
  ).toEqual(["#fff", "#1c2125", "#fff", "#1c2125", "#1c2125", "#fff"]);
});
