import { countDays, maxExceptionDays } from "@parlour/protocol/hours/exceptions";

/** A range of days. Both are dates such as `2026-12-24`. */
export interface DayRange {
  readonly date: string;
  /** The last day, which is the first one too if the range is one day long. */
  readonly until: string;
}

const dayMs = 86_400_000;
const languages = ["en", "ru"] as const;
const todayWords = new Set(["today", "сегодня"]);
const tomorrowWords = new Set(["tomorrow", "завтра"]);

/**
 * Returns the days that a text names in English or Russian: "24 Dec", "tomorrow", "Mon",
 * "in 3 days", "24.12.", "1–3 Apr". A day without a year is the next one from `today` on. Null: the
 * text names no day, or a range that is longer than {@link maxExceptionDays}.
 */
export function parseDays(text: string, today: string): DayRange | null {
  const spaced = text.toLowerCase().replaceAll(",", " ").replace(/\s+/g, " ").trim();
  // Russian dates end with "г." for the year.
  const trimmed = spaced.replace(/ ?г\.?$/, "");
  const single = parseDay(trimmed, today);
  if (single !== null) return { date: single, until: single };
  const [from, to, ...others] = splitRange(trimmed);
  if (from === undefined || to === undefined || others.length > 0) return null;
  const last = parseDay(to, today);
  if (last === null) return null;
  // In "1–3 Apr" the first day has the month of the last one.
  const isInMonthOfLast = /^\d{1,2}$/.test(from);
  const first = isInMonthOfLast
    ? toIso(Number(last.slice(0, 4)), Number(last.slice(5, 7)), Number(from))
    : parseDay(from, today);
  if (first === null) return null;
  // "24 Dec – 2 Jan" ends in the year after.
  const end = last < first && !isInMonthOfLast ? parseDay(to, first) : last;
  return end === null || end < first || countDays(first, end) > maxExceptionDays
    ? null
    : { date: first, until: end };
}

/** ISO dates contain hyphens, so a hyphen separates only between spaces or numbers of days. */
function splitRange(text: string): readonly string[] {
  const parts = text.split(/\s*[–—]\s*|\s+-\s+|\s+(?:to|до)\s+/);
  return parts.length > 1 ? parts : text.split(/(?<=^\d{1,2})-(?=\d{1,2}[ .])/);
}

function parseDay(text: string, today: string): string | null {
  if (todayWords.has(text)) return today;
  if (tomorrowWords.has(text)) return addDays(today, 1);
  const ahead = /^(?:in|через) (\d{1,3}) ?(?:d|days?|д|дн|день|дня|дней)$/.exec(text)?.[1];
  if (ahead !== undefined) return addDays(today, Number(ahead));
  const weekday = findName(weekdayNames, text, 2);
  if (weekday !== null) return addDays(today, ((weekday - getWeekday(today) + 6) % 7) + 1);
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (iso) return toIso(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dotted = /^(\d{1,2})\.(\d{1,2})\.?(\d{4})?$/.exec(text);
  if (dotted) return toDay(today, Number(dotted[1]), Number(dotted[2]), dotted[3]);
  const named =
    /^(\d{1,2})\.? (\p{L}+)\.?(?: (\d{4}))?$/u.exec(text) ??
    /^(?<month>\p{L}+)\.? (?<day>\d{1,2})(?: (?<year>\d{4}))?$/u.exec(text);
  if (named === null) return null;
  const { day = named[1], month = named[2], year = named[3] } = named.groups ?? {};
  const monthIndex = findName(monthNames, month ?? "", 3);
  return monthIndex === null ? null : toDay(today, Number(day), monthIndex + 1, year);
}

/** Returns the day in the given year, or else the next one from `today` on. */
function toDay(today: string, day: number, month: number, year?: string): string | null {
  if (year !== undefined) return toIso(Number(year), month, day);
  const thisYear = Number(today.slice(0, 4));
  // 29 February may be up to eight years ahead.
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const date = toIso(thisYear + ahead, month, day);
    if (date !== null && date >= today) return date;
  }
  return null;
}

/** Returns the date, or null if there is no such day. */
function toIso(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : null;
}

const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
/** Returns the day of the week, 0 for Monday. */
const getWeekday = (date: string): number => (new Date(Date.parse(date)).getUTCDay() + 6) % 7;

type Names = readonly (readonly string[])[];
/** Returns the index of the name that the word abbreviates, or null. */
function findName(names: Names, word: string, minLength: number): number | null {
  const index = names.findIndex((forms) =>
    forms.some((form) => form === word || (word.length >= minLength && form.startsWith(word))),
  );
  return index < 0 ? null : index;
}

/** Returns the forms of twelve months or seven days: alone, beside a number, and short. */
function listForms(dates: readonly Date[], part: "month" | "weekday"): Names {
  const formats = languages.flatMap((language) =>
    (["long", "short"] as const).flatMap((length) =>
      [{}, { day: "numeric" as const }].map(
        (beside) =>
          new Intl.DateTimeFormat(language, { [part]: length, timeZone: "UTC", ...beside }),
      ),
    ),
  );
  return dates.map((date) => [
    ...new Set(
      formats.map((format) =>
        (format.formatToParts(date).find(({ type }) => type === part)?.value ?? "")
          .toLowerCase()
          .replace(/\.$/, ""),
      ),
    ),
  ]);
}
const monthNames = listForms(
  Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1))),
  "month",
);
// 5 January 2026 was a Monday.
const weekdayNames = listForms(
  Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 0, 5 + day))),
  "weekday",
);
