import type { WidgetAvailability } from "@parlour/protocol/widget";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { first } from "../texts/en/first.ts";
import { en as home } from "../texts/en/home.ts";
import { createTextFunction } from "../texts/index.ts";
import { getTeamText } from "./team.ts";

const englishText = createTextFunction("en", { ...first, ...home } as never);
const agents = (...names: string[]) => names.map((name) => ({ name, photo: "" }));
const now = new Date(2026, 10, 23, 21, 40).getTime();
type Team = NonNullable<WidgetAvailability["team"]>;
const getTexts = (
  availability: Partial<WidgetAvailability>,
  team: Partial<Team> = {},
  hello = "Hello. How can we help?",
) => {
  const { sentence, detail: more } = getTeamText(
    {
      mode: "online",
      bot: false,
      opens_at: null,
      working_hours: true,
      operators_online: true,
      call: "disabled",
      departments: [],
      ...availability,
      team: {
        agents: agents("Sofia"),
        available: 1,
        bot: null,
        reply_min: 5,
        timezone: null,
        ...team,
      },
    },
    hello,
    englishText,
    now,
  );
  return [sentence, more];
};
beforeEach(() => vi.stubGlobal("navigator", { languages: ["en-US"] }));
afterEach(() => void vi.unstubAllGlobals());

test("[WG-113] [WG-114] the header says who is available and how soon they reply", () => {
  expect(getTexts({})).toEqual(["Sofia is here", "Usually replies in 5 min"]);
  expect(getTexts({}, { agents: agents("Sofia", "Ivan"), available: 2 })).toEqual([
    "Sofia and Ivan are here",
    "Usually reply in 5 min",
  ]);
  expect(getTexts({}, { agents: agents("Sofia", "Ivan", "Mia"), available: 3 })[0]).toBe(
    "Sofia, Ivan, and Mia are here",
  );
  expect(
    getTexts({}, { agents: agents("Sofia", "Ivan", "Mia"), available: 5, reply_min: 1 }),
  ).toEqual(["Sofia, Ivan, and 3 others are here", "Usually reply in 1 min"]);
  expect(getTexts({}, { reply_min: null })[1]).toBe("Ready to help");
  expect(getTexts({}, { agents: [], available: 2 })).toEqual([
    "Hello. How can we help?",
    "Usually reply in 5 min",
  ]);
  // The greeting below the header already contains the same text.
  expect(getTexts({}, { agents: [], available: 2 }, "")).toEqual([
    "Ready to help",
    "Usually reply in 5 min",
  ]);
  expect(getTexts({}, { agents: [], available: 2, reply_min: null }, "")).toEqual([
    "Ready to help",
    "",
  ]);
  expect(getTexts({ bot: true }, { bot: "Shop assistant" })).toEqual([
    "Shop assistant",
    "Automatic replies",
  ]);
});

test("[WG-113] [CORE-326] without a mail server, the header promises no answer by email", () => {
  const offline = { mode: "offline", operators_online: false, no_email: true } as const;
  const opensAt = new Date(2026, 10, 24, 9).toISOString();
  const timezone = "America/New_York";
  expect(getTexts({ ...offline, opens_at: opensAt }, { available: 0, timezone })[1]).toMatch(
    /^It's \d+:40 [AP]M in New York\.$/,
  );
  expect(getTexts(offline, { available: 0 })).toEqual(["We're not here right now", ""]);
});

test("[WG-113] when nobody is available, the header says when somebody is back", () => {
  const offline = { mode: "offline", working_hours: false, operators_online: false } as const;
  const opens = (day: number, hour: number) => ({
    ...offline,
    opens_at: new Date(2026, 10, day, hour).toISOString(),
  });
  const tz = { available: 0, timezone: "America/New_York" };
  expect(getTexts(opens(24, 9), tz)[0]).toBe("Back tomorrow at 9:00 AM");
  expect(getTexts(opens(23, 23), tz)[0]).toBe("Back today at 11:00 PM");
  expect(getTexts(opens(27, 9), tz)[0]).toBe("Back on Friday at 9:00 AM");
  expect(getTexts(opens(24, 9), tz)[1]).toMatch(
    /^It's \d+:40 [AP]M in New York\. We reply by email\.$/,
  );
  expect(getTexts(opens(24, 9), { available: 0, timezone: "UTC" })[1]).toBe("We reply by email.");
  expect(getTexts({ ...offline, working_hours: true }, tz)).toEqual([
    "We're away for a moment",
    "We reply by email.",
  ]);
  expect(getTexts({ ...offline, working_hours: true }, { available: 0, timezone: null })[0]).toBe(
    "We're not here right now",
  );
});
