import { createHash } from "node:crypto";
import type { Clock } from "../core/command.ts";
import type { ActiveSiteImport } from "../store/sites/site-import.ts";
import type { SiteItem, SiteItemKind, SiteOutcome, SiteReason } from "../store/sites/site-item.ts";
import {
  failWith,
  fetchAddress,
  type Fault,
  type Fetched,
  type FetchDeps,
} from "./fetch-address.ts";
import { isAllowed, noRobots, parseRobots, type RobotsRules } from "./robots.ts";

export interface ReadDeps extends FetchDeps {
  readonly clock: Clock;
  /** Rules of the sites that were read lately, by import and origin. */
  readonly robots: Map<string, RobotsRules | Fault>;
}
/** What an address brought, without the times of the import. */
type ItemResult = DistributiveOmit<SiteOutcome, "dueAt">;
type DistributiveOmit<T, Key extends PropertyKey> = T extends unknown ? Omit<T, Key> : never;

const maxSitemapBytes = 20 * 1024 * 1024;
const maxPageBytes = 1024 * 1024;
const maxPictureBytes = 5 * 1024 * 1024;
const maxRobotsBytes = 512 * 1024;
const maxAttempts = 3;
const minRetryMs = 5_000;
const maxRetryMs = 120_000;
const htmlType = /^(?:text\/html|application\/xhtml\+xml)\b/i;
const pictureType = /^image\/(?:png|jpeg|gif|webp|avif)\b/;

/** Requests an address of an import. Returns null if the request was interrupted. */
export async function readItem(
  deps: ReadDeps,
  job: ActiveSiteImport,
  item: SiteItem,
  signal: AbortSignal,
): Promise<SiteOutcome | null> {
  const now = deps.clock.now();
  if (item.kind === "page" && toHost(item.address) !== job.host)
    return { ...leaveOut("other_site"), dueAt: now };
  let delayMs = 0;
  const reply = await fetchAddress(deps, item.address, {
    accept: item.kind === "picture" ? "image/*" : "text/html,application/xhtml+xml,application/xml",
    maxBytes: item.kind === "picture" ? maxPictureBytes : maxSitemapBytes,
    signal,
    check: async (url) => {
      const robots = await loadRobots(deps, job, url, signal);
      if ("kind" in robots) return robots;
      ({ delayMs } = robots);
      return isAllowed(robots, url) ? null : failWith("robots", url.href);
    },
  });
  if (reply.kind === "failed")
    return reply.code === "interrupted"
      ? null
      : { ...leaveOut(reply.code, reply.detail), dueAt: now + delayMs };
  if (reply.status === 429 || reply.status === 503) return retryLater(item, reply, now);
  return { ...(await interpretReply(job, item, reply)), dueAt: now + delayMs };
}

/** Loads the rules of a site. Without an answer, nothing of the site is requested (RFC 9309). */
async function loadRobots(
  deps: ReadDeps,
  { account, id }: ActiveSiteImport,
  { origin }: URL,
  signal: AbortSignal,
): Promise<RobotsRules | Fault> {
  const key = `${account} ${id} ${origin}`;
  const known = deps.robots.get(key);
  if (known !== undefined) return known;
  const reply = await fetchAddress(deps, `${origin}/robots.txt`, {
    accept: "text/plain",
    maxBytes: maxRobotsBytes,
    signal,
    check: async () => null,
  });
  const rules =
    reply.kind === "failed"
      ? reply
      : reply.status >= 500 || reply.status === 429
        ? failWith("robots_unreachable", String(reply.status))
        : reply.status === 200
          ? parseRobots(reply.body.toString("utf8"))
          : noRobots;
  if (reply.kind !== "failed" || reply.code !== "interrupted") deps.robots.set(key, rules);
  return rules;
}

/** The site names the pause in seconds or as a time. */
function retryLater(item: SiteItem, { headers, status }: Fetched, now: number): SiteOutcome {
  if (item.attempts + 1 >= maxAttempts)
    return { ...leaveOut("rate_limited", String(status)), dueAt: now + minRetryMs };
  const given = headers["retry-after"] ?? "";
  const ms = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - now;
  return {
    state: "waiting",
    dueAt: now + Math.min(Math.max(ms || minRetryMs, minRetryMs), maxRetryMs),
  };
}

async function interpretReply(
  job: ActiveSiteImport,
  item: SiteItem,
  reply: Fetched,
): Promise<ItemResult> {
  const { status, headers, body } = reply;
  if (status === 401 || status === 407) return leaveOut("sign_in", String(status));
  if (status !== 200) return leaveOut("status", String(status));
  const type = headers["content-type"] ?? "";
  if (item.kind === "page" && !htmlType.test(type)) return leaveOut("not_html", type);
  if (item.kind !== "picture") return interpretText(job, item, reply, type);
  return pictureType.test(type)
    ? { state: "read", picture: { hash: toHash(body), content: body } }
    : leaveOut("not_picture", type);
}

async function interpretText(
  job: ActiveSiteImport,
  { kind, address }: SiteItem,
  { body, url }: Fetched,
  type: string,
): Promise<ItemResult> {
  const { decodePage } = await import("./page/decode.ts");
  const decoded = decodePage(body, type);
  if (!("text" in decoded)) return leaveOut("wrong_charset", decoded.charset);
  const host = kind === "start" ? (toHost(url.href) ?? "") : (job.host ?? "");
  const { isSitemap } = await import("./sitemap.ts");
  if (kind !== "page" && isSitemap(decoded.text))
    return { ...(await readSitemap(job, decoded.text)), host };
  if (kind === "sitemap" || /\.xml(?:\.gz)?$/i.test(URL.parse(address)?.pathname ?? ""))
    return leaveOut("not_sitemap", type);
  if (!htmlType.test(type)) return leaveOut("not_html", type);
  if (body.length > maxPageBytes) return leaveOut("page_too_large");
  if (toHost(url.href) !== host) return leaveOut("other_site", url.href);
  return { ...(await readPage(decoded.text, url)), host };
}

async function readSitemap({ prefix }: ActiveSiteImport, text: string): Promise<ItemResult> {
  const { parseSitemap } = await import("./sitemap.ts");
  const { isIndex, addresses } = await parseSitemap(text);
  const kind: SiteItemKind = isIndex ? "sitemap" : "page";
  const wanted = [...new Set(addresses.map(toAddress).filter((one) => one !== null))].filter(
    (address) => isIndex || prefix === null || address.startsWith(prefix),
  );
  return {
    state: "read",
    add: wanted.map((address) => ({ kind, address })),
    found: isIndex ? 0 : wanted.length,
  };
}

async function readPage(html: string, url: URL): Promise<ItemResult> {
  const { convertPage } = await import("./page/convert-page.ts");
  try {
    const converted = await convertPage(html, url);
    if ("code" in converted) return leaveOut(converted.code);
    const { page, pictures } = converted;
    return {
      state: "read",
      page,
      add: pictures.map((address) => ({ kind: "picture", address })),
    };
  } catch (error) {
    // Elements are nested deeper than the stack.
    if (error instanceof RangeError) return leaveOut("unreadable");
    throw error;
  }
}

/** Returns the host of an address, without `www.`. */
const toHost = (address: string): string | null =>
  URL.parse(address)?.host.replace(/^www\./, "") ?? null;

const maxAddress = 2_000;
/** Returns an address as it is compared, without its fragment. null: it is none of the web. */
function toAddress(given: string): string | null {
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  url.hash = "";
  return url.href.length <= maxAddress ? url.href : null;
}

const toHash = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("base64url");
const leaveOut = (code: SiteReason | "interrupted", detail?: string) =>
  ({ state: "left_out", code: code as SiteReason, detail: detail?.slice(0, 500) }) as const;
