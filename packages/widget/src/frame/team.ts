import type { WidgetAvailability } from "@parlour/protocol/widget";
import { browserClock } from "../clock.ts";
import type { TextFunction } from "../texts/index.ts";
import { getLocale } from "./text/time.ts";

/**
 * Texts of the header before the first message: who is available, and when the visitor can expect
 * an answer (WG-113).
 */
export interface TeamText {
  readonly sentence: string;
  readonly detail: string;
}
/** Maximum number of operator names in the text. Further operators are only counted. */
const maxListedNames = 2;

/**
 * Returns the texts of the header. `hello` contains no names. It is "" if the greeting below
 * contains the same text.
 */
export function getTeamText(
  availability: WidgetAvailability,
  hello: string,
  words: TextFunction,
  now = browserClock.now(),
): TeamText {
  const { team } = availability;
  if (team?.bot) return { sentence: team.bot, detail: words("automatic") };
  return availability.mode === "online"
    ? getOnlineText(team, hello, words)
    : getOfflineText(availability, words, now);
}

function getOnlineText(
  team: WidgetAvailability["team"],
  hello: string,
  words: TextFunction,
): TeamText {
  const agents = team?.agents ?? [];
  const available = team?.available ?? 0;
  const minutes = team?.reply_min ?? null;
  const detail =
    minutes === null
      ? words("ready")
      : words(available === 1 ? "repliesIn" : "replyIn", { time: formatMinutes(minutes, words) });
  if (agents.length === 0)
    return hello === "" && minutes === null
      ? { sentence: detail, detail: "" }
      : { sentence: hello || words("ready"), detail };
  return {
    sentence: words(available === 1 ? "isHere" : "areHere", {
      names: formatNames(agents, available, words),
    }),
    detail,
  };
}

function getOfflineText(
  availability: WidgetAvailability,
  words: TextFunction,
  now: number,
): TeamText {
  const { team, working_hours, opens_at } = availability;
  const byMail = availability.no_email ? "" : words("byMail");
  if (opens_at !== null) {
    const city = getCity(team?.timezone ?? null);
    const time =
      city === null
        ? ""
        : words("localTime", {
            time: formatTime(now, words, team?.timezone ?? undefined),
            place: city,
          });
    return {
      sentence: formatReturn(opens_at, words, now),
      detail: `${time} ${byMail}`.trim(),
    };
  }
  return {
    sentence: words(working_hours && team?.timezone ? "away" : "notHereNow"),
    detail: byMail,
  };
}

function formatNames(
  agents: readonly { readonly name: string }[],
  available: number,
  words: TextFunction,
): string {
  const isCounted = available > agents.length;
  const names = agents.slice(0, isCounted ? maxListedNames : agents.length).map(({ name }) => name);
  const parts = isCounted ? [...names, words.count("others", available - names.length)] : names;
  return new Intl.ListFormat(getLocale(words), { type: "conjunction" }).format(parts);
}

function formatReturn(at: string, words: TextFunction, now: number): string {
  const opens = new Date(at);
  const time = formatTime(opens.getTime(), words);
  const isOn = (days: number): boolean => {
    const day = new Date(now);
    day.setDate(day.getDate() + days);
    return day.toDateString() === opens.toDateString();
  };
  if (isOn(0)) return words("backToday", { time });
  if (isOn(1)) return words("backTomorrow", { time });
  const isNear = opens.getTime() - now < 6 * 86_400_000;
  const day = new Intl.DateTimeFormat(
    getLocale(words),
    isNear ? { weekday: "long" } : { day: "numeric", month: "long" },
  ).format(opens);
  return words("backOn", { day, time });
}

function formatTime(at: number, words: TextFunction, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  return new Intl.DateTimeFormat(getLocale(words), {
    hour: "numeric",
    minute: "2-digit",
    ...zone,
  }).format(at);
}

function formatMinutes(minutes: number, words: TextFunction): string {
  return new Intl.NumberFormat(getLocale(words), {
    style: "unit",
    unit: "minute",
    unitDisplay: "short",
  }).format(minutes);
}

/** Returns the city of a time zone such as `Europe/London`, or null if it has none. */
function getCity(timezone: string | null): string | null {
  const [area = "", ...rest] = (timezone ?? "").split("/");
  return rest.length === 0 || area === "Etc" ? null : (rest.at(-1) ?? "").replaceAll("_", " ");
}
