import { omitAbsent } from "@parlour/protocol/omit-absent";
import { cleanText, cutText } from "../text.ts";
import type { VisitSource } from "../entity.ts";

/** Data at the start of a visit from which its session is built (WH-025, WH-026). */
export interface VisitStart {
  /** URL of the first page of the visit. Its utm values apply to the whole visit. */
  readonly firstUrl: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly geoip: VisitSource["geoip"];
  /** Analytics cookies of the page. Absent unless the widget's option for them is enabled. */
  readonly cookies?:
    | { readonly ga?: string | undefined; readonly ym?: string | undefined }
    | undefined;
  /** Language of the chat window. */
  readonly language?: string;
}

const languageTag = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/;

/** Returns the session of a visit. Unknown parts are "". */
export function toVisitSession({
  firstUrl,
  ip,
  userAgent,
  geoip,
  cookies = {},
  language = "",
}: VisitStart): VisitSource {
  const ga = parseGaClientId(cookies.ga ?? "");
  const ym = /^\d{1,32}$/.test(cookies.ym ?? "") ? (cookies.ym ?? "") : "";
  return {
    geoip,
    utm: parseUtm(firstUrl),
    ip_addr: ip,
    user_agent: truncateText(userAgent, maxUserAgentLength),
    analytics: omitAbsent({ ga: ga || undefined, ym: ym || undefined }),
    ...omitAbsent({ language: languageTag.test(language) ? language : undefined }),
  };
}

/**
 * Returns the session of a channel customer, for whom only the campaign of the page (CH-122) and
 * the language of their app at the service are known. Returns null if there is neither.
 */
export function createChannelSession({
  pageUrl = "",
  language,
}: {
  readonly pageUrl?: string | undefined;
  readonly language?: string | undefined;
}): VisitSource | null {
  const session = toVisitSession({
    firstUrl: pageUrl,
    ip: "",
    userAgent: "",
    geoip: unknownLocation,
    ...omitAbsent({ language }),
  });
  const hasCampaign = Object.values(session.utm).some((value) => value !== "");
  return hasCampaign || session.language !== undefined ? session : null;
}

const unknownLocation: VisitSource["geoip"] = {
  region_code: "",
  country: "",
  country_code: "",
  region: "",
  city: "",
  latitude: "",
  longitude: "",
  organization: "",
};

/** Returns the `utm_*` values of a page's URL. The first value of a parameter counts. */
export function parseUtm(url: string): VisitSource["utm"] {
  const query = URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams();
  const value = (name: keyof VisitSource["utm"]): string =>
    truncateText(query.get(`utm_${name}`) ?? "", maxUtmLength).trim();
  return {
    source: value("source"),
    medium: value("medium"),
    content: value("content"),
    campaign: value("campaign"),
    term: value("term"),
  };
}

/** Returns the client id of a `_ga` cookie: `12.34` for `GA1.2.12.34`. "" for other formats. */
export function parseGaClientId(cookie: string): string {
  return /^GA\d+\.[\d-]+\.(\d{1,20}\.\d{1,20})$/.exec(cookie)?.[1] ?? "";
}

const maxUtmLength = 255;
const maxUserAgentLength = 512;

function truncateText(text: string, max: number): string {
  return cutText(cleanText(text), max).text;
}
