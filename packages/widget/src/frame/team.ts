import type { WidgetAvailability } from "@parlour/protocol/widget";
import type { Words } from "../texts/index.ts";
import { localeOf } from "./time.ts";

/**
 * Texts of the header before the first message: who is available, and when to expect an answer
 * (WG-113).
 */
export interface TeamWords {
  readonly sentence: string;
  readonly more: string;
}
/** Names listed before the rest is counted. */
const namesBeforeCount = 2;

/** `hello`: text without names. "" if the greeting below contains it. */
export function teamWords(situation: WidgetAvailability, hello: string, words: Words, now = Date.now()): TeamWords {
  const { team, working_hours: isWorking, opens_at: opensAt } = situation;
  const agents = team?.agents ?? [];
  const available = team?.available ?? 0;
  if (team?.bot) return { sentence: team.bot, more: words("automatic") };
  if (situation.mode === "online") {
    const minutes = team?.reply_min ?? null;
    const more = minutes === null ? words("ready") : words(available === 1 ? "repliesIn" : "replyIn", { time: minutesIn(minutes, words) });
    if (agents.length === 0)
      return hello === "" && minutes === null ? { sentence: more, more: "" } : { sentence: hello || words("ready"), more };
    return { sentence: words(available === 1 ? "isHere" : "areHere", { names: namesOf(agents, available, words) }), more };
  }
  if (opensAt !== null) {
    const place = placeOf(team?.timezone ?? null);
    const time = place === null ? "" : words("localTime", { time: clockIn(now, words, team?.timezone ?? undefined), place });
    return { sentence: backWords(opensAt, words, now), more: `${time} ${words("byMail")}`.trim() };
  }
  return { sentence: words(isWorking && team?.timezone ? "away" : "notHereNow"), more: words("byMail") };
}

function namesOf(agents: readonly { readonly name: string }[], available: number, words: Words): string {
  const isCounted = available > agents.length;
  const names = agents.slice(0, isCounted ? namesBeforeCount : agents.length).map(({ name }) => name);
  const parts = isCounted ? [...names, words.count("others", available - names.length)] : names;
  return new Intl.ListFormat(localeOf(words), { type: "conjunction" }).format(parts);
}

function backWords(at: string, words: Words, now: number): string {
  const opens = new Date(at);
  const time = clockIn(opens.getTime(), words);
  const isOn = (days: number): boolean => {
    const day = new Date(now);
    day.setDate(day.getDate() + days);
    return day.toDateString() === opens.toDateString();
  };
  if (isOn(0)) return words("backToday", { time });
  if (isOn(1)) return words("backTomorrow", { time });
  const isNear = opens.getTime() - now < 6 * 86_400_000;
  const day = new Intl.DateTimeFormat(localeOf(words), isNear ? { weekday: "long" } : { day: "numeric", month: "long" }).format(opens);
  return words("backOn", { day, time });
}

function clockIn(at: number, words: Words, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  return new Intl.DateTimeFormat(localeOf(words), { hour: "numeric", minute: "2-digit", ...zone }).format(at);
}

function minutesIn(minutes: number, words: Words): string {
  return new Intl.NumberFormat(localeOf(words), { style: "unit", unit: "minute", unitDisplay: "short" }).format(minutes);
}

/** Returns the city of a time zone such as `Europe/London`, or null if it names none. */
function placeOf(timezone: string | null): string | null {
  const [area = "", ...rest] = (timezone ?? "").split("/");
  return rest.length === 0 || area === "Etc" ? null : (rest.at(-1) ?? "").replaceAll("_", " ");
}
