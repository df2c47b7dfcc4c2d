import { getOffset } from "@parlour/protocol/hours/local-time";
import { i18n } from "../../../text/index.ts";

/** A time zone as people choose it: by its city. */
export interface TimeZoneOption {
  /** IANA name. */
  readonly id: string;
  readonly city: string;
  /** "Europe", "America, Argentina". */
  readonly region: string;
  /** "UTC+1", "UTC+5:30". */
  readonly offset: string;
}

/** Names that browsers still list, with the present name of the same zone. */
const presentNames: ReadonlyMap<string, string> = new Map([
  ["Africa/Asmera", "Africa/Asmara"],
  ["America/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ["America/Catamarca", "America/Argentina/Catamarca"],
  ["America/Coral_Harbour", "America/Atikokan"],
  ["America/Cordoba", "America/Argentina/Cordoba"],
  ["America/Godthab", "America/Nuuk"],
  ["America/Indianapolis", "America/Indiana/Indianapolis"],
  ["America/Jujuy", "America/Argentina/Jujuy"],
  ["America/Louisville", "America/Kentucky/Louisville"],
  ["America/Mendoza", "America/Argentina/Mendoza"],
  ["Asia/Calcutta", "Asia/Kolkata"],
  ["Asia/Katmandu", "Asia/Kathmandu"],
  ["Asia/Rangoon", "Asia/Yangon"],
  ["Asia/Saigon", "Asia/Ho_Chi_Minh"],
  ["Atlantic/Faeroe", "Atlantic/Faroe"],
  ["Europe/Kiev", "Europe/Kyiv"],
  ["Pacific/Enderbury", "Pacific/Kanton"],
  ["Pacific/Ponape", "Pacific/Pohnpei"],
  ["Pacific/Truk", "Pacific/Chuuk"],
]);
const toPresentName = (zone: string): string => presentNames.get(zone) ?? zone;

/** Returns the IANA names of all time zones with a city, and UTC. No old names. */
export function listTimeZones(): readonly string[] {
  const zones = Intl.supportedValuesOf("timeZone").filter(
    (zone) => zone.includes("/") && !zone.startsWith("Etc/"),
  );
  return [...new Set(["UTC", ...zones.map(toPresentName)])];
}

export function toTimeZoneOption(zone: string, now: number): TimeZoneOption {
  const parts = toPresentName(zone).replaceAll("_", " ").split("/");
  return {
    id: toPresentName(zone),
    city: parts.at(-1) ?? zone,
    region: parts.slice(0, -1).join(", "),
    offset: formatOffset(zone, now),
  };
}

/**
 * Returns the time zones whose city, region, name in the user's language or offset contain every
 * word of the query. Cities that begin with the query come first.
 */
export function findTimeZones(query: string, now: number): readonly TimeZoneOption[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const start = fold(query).trim();
  return listTimeZones()
    .map((zone) => toTimeZoneOption(zone, now))
    .filter((option) => {
      const text = fold(
        `${option.city} ${option.region} ${option.offset} ${getLocalName(option.id)}`,
      );
      return words.every((word) => text.includes(word));
    })
    .toSorted(
      (a, b) =>
        Number(fold(b.city).startsWith(start)) - Number(fold(a.city).startsWith(start)) ||
        a.city.localeCompare(b.city),
    );
}

/** Returns the time now in the zone, such as "10:42". */
export function formatZoneTime(timeZone: string, now: number): string {
  return i18n.date(new Date(now), {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  });
}

function formatOffset(zone: string, now: number): string {
  const minutes = Math.round(getOffset(zone, now) / 60_000);
  const rest = Math.abs(minutes) % 60;
  const hours = Math.floor(Math.abs(minutes) / 60);
  if (minutes === 0) return "UTC";
  return `UTC${minutes < 0 ? "−" : "+"}${hours}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
}

/** Names by zone in the language of the first use, because creating a formatter is slow. */
const localNames = new Map<string, string>();
function getLocalName(timeZone: string): string {
  const known = localNames.get(timeZone);
  if (known !== undefined) return known;
  const parts = new Intl.DateTimeFormat(i18n.locale, {
    timeZone,
    timeZoneName: "longGeneric",
  }).formatToParts(0);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  localNames.set(timeZone, name);
  return name;
}

/** Returns the text in lower case, without accents, and with the hyphen of a keyboard as minus. */
const fold = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("−", "-").toLowerCase();
