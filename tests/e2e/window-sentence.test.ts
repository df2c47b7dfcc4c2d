import { afterEach, expect, test, vi } from "vitest";
import { nextOpening } from "@parlour/protocol/hours/open-hours";
import {
  toOpeningHours,
  type HoursValues,
  type TimeRange,
} from "../../packages/operator/src/screens/settings/hours/hours-form.ts";
import { formatWindowText } from "../../packages/operator/src/screens/settings/hours/window-sentence.ts";
import { compileText } from "../../packages/operator/src/text/compile.ts";
import { i18n } from "../../packages/operator/src/text/index.ts";
import { getTeamText } from "../../packages/widget/src/frame/team.ts";
import { first as firstEnglish } from "../../packages/widget/src/texts/en/first.ts";
import { en } from "../../packages/widget/src/texts/en/home.ts";
import { ru } from "../../packages/widget/src/texts/ru/home.ts";
import { createTextFunction } from "../../packages/widget/src/texts/index.ts";
import { first as firstRussian } from "../../packages/widget/src/texts/ru/first.ts";

/** The preview of the working hours and the chat window say the same about the next opening. */
afterEach(() => {
  i18n.activate("en");
  vi.unstubAllGlobals();
});

/** The window formats times in the zone of the visitor's device. */
const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const daily: readonly TimeRange[] = [["09:00", "18:00"]];
const always = {
  mon: daily,
  tue: daily,
  wed: daily,
  thu: daily,
  fri: daily,
  sat: daily,
  sun: daily,
};
const dayMs = 86_400_000;
const toDate = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Hours with a holiday that begins today and lasts this many days. */
const closeFor = (days: number, at: number): HoursValues => ({
  timezone,
  week: always,
  exceptions:
    days === 0
      ? []
      : [{ date: toDate(at), until: toDate(at + (days - 1) * dayMs), name: "", spans: [] }],
});
const never: HoursValues = {
  timezone,
  week: { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] },
  exceptions: [],
};

test.each([
  ["en", "en-GB", createTextFunction("en", { ...firstEnglish, ...en } as never)],
  ["en", "en-US", createTextFunction("en", { ...firstEnglish, ...en } as never)],
  ["ru", "ru-RU", createTextFunction("ru", { ...firstRussian, ...ru } as never)],
])(
  "[CORE-344] [WG-113] in %s (%s), the preview has the sentences of the chat window",
  (language, region, words) => {
    vi.stubGlobal("navigator", { languages: [region] });
    i18n.setMessagesCompiler(compileText);
    i18n.activate(language, [region]);
    const describeInWindow = (hours: HoursValues, at: number): string => {
      const opensAt = nextOpening(toOpeningHours(hours), at);
      const availability = {
        mode: "offline",
        bot: false,
        opens_at: opensAt === null ? null : new Date(opensAt).toISOString(),
        working_hours: false,
        operators_online: false,
        call: "disabled",
        departments: [],
        team: { agents: [], available: 0, bot: null, reply_min: null, timezone },
      } as const;
      return getTeamText(availability as never, "", words, at).sentence;
    };
    const sentences = new Set<string>();
    // Late on a Thursday, and early on the next day.
    for (const at of [new Date(2026, 10, 26, 19, 42), new Date(2026, 10, 27, 0, 5)].map(Number))
      for (const hours of [never, ...[0, 1, 2, 5, 6, 7, 40].map((days) => closeFor(days, at))]) {
        const sentence = formatWindowText(hours, at);
        expect(sentence).toBe(describeInWindow(hours, at));
        sentences.add(sentence);
      }
    expect(sentences.size).toBeGreaterThan(8);
  },
);
