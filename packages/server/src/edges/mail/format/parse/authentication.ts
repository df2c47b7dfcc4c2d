import type { MailHeader } from "./mime/tree.ts";
import type { AuthenticationResult, MailAddress, MailAuthentication } from "./types.ts";

const noResults: MailAuthentication = { spf: null, dkim: null, dmarc: null, verified: false };

/**
 * Reads the results that the receiving server added (RFC 8601, MAIL-025). Other servers and the
 * sender can write any results, so only headers with the name of a trusted server count, and only
 * above the headers that came with the mail. `from` is null if the mail has not exactly one sender.
 */
export function readAuthentication(
  headers: readonly MailHeader[],
  from: MailAddress | null,
  servers: readonly string[],
): MailAuthentication {
  const trusted = new Set(servers.map((server) => server.toLowerCase()));
  const methods = findTrustedResults(headers, trusted).flatMap(parseResults);
  if (methods.length === 0) return noResults;
  const find = (name: string): MethodResult | undefined =>
    methods.find(({ method }) => method === name);
  // The result is about the domain that the server read in `From`. Another one proves nothing.
  const dmarcs = methods.filter(
    ({ method, domain }) =>
      method === "dmarc" && (domain === "" || from === null || domain === getDomain(from.address)),
  );
  const dmarc = dmarcs[0]?.result ?? null;
  const isAligned = methods.some(
    ({ method, result, domain }) =>
      method === "dkim" && result === "pass" && from !== null && covers(domain, from.address),
  );
  return {
    spf: find("spf")?.result ?? null,
    dkim: isAligned ? "pass" : (find("dkim")?.result ?? null),
    dmarc,
    verified:
      from !== null && (dmarc === "pass" || (isAligned && (dmarc === null || dmarc === "none"))),
  };
}

/**
 * Returns the results above the first `Received` header. Servers that add their results below their
 * own `Received` header have none there: then those directly below it count, up to a `Received`
 * header of another server or the first header that a sender writes.
 */
function findTrustedResults(
  headers: readonly MailHeader[],
  trusted: ReadonlySet<string>,
): readonly string[] {
  const above: string[] = [];
  const below: string[] = [];
  let hops = 0;
  for (const { key, value } of headers) {
    if (key === "received") {
      if (!trusted.has(getReceivingServer(value))) break;
      hops += 1;
    } else if (key === "authentication-results") {
      if (trusted.has(getServer(value))) (hops === 0 ? above : below).push(value);
    } else if (!isTraceHeader(key)) break;
  }
  return above.length > 0 ? above : below;
}
/** Headers that servers add between `Received` and the headers of the sender. */
function isTraceHeader(key: string): boolean {
  return /^(?:x-|arc-|delivered-to$|return-path$|envelope-to$|delivery-date$|received-spf$|dkim-filter$|dmarc-filter$)/.test(
    key,
  );
}
const getReceivingServer = (received: string): string =>
  /\bby\s+([^\s;()]+)/i.exec(removeComments(received))?.[1]?.toLowerCase() ?? "";
const getServer = (results: string): string =>
  /^\s*"?([^\s;"]+)/.exec(removeComments(results))?.[1]?.toLowerCase() ?? "";

interface MethodResult {
  readonly method: string;
  readonly result: AuthenticationResult;
  /** Domain of a DKIM signature, the domain of `From` that DMARC was about, or "". */
  readonly domain: string;
}
const resultNames: readonly AuthenticationResult[] = [
  "pass",
  "fail",
  "softfail",
  "neutral",
  "none",
  "policy",
  "temperror",
  "permerror",
];
function parseResults(header: string): readonly MethodResult[] {
  return removeComments(header)
    .split(";")
    .slice(1, 40)
    .flatMap((part) => {
      const [, method, name] = /^\s*(spf|dkim|dmarc)(?:\/\d+)?\s*=\s*([a-z]+)/i.exec(part) ?? [];
      const result = resultNames.find((known) => known === name?.toLowerCase());
      const domain =
        /\sheader\.(?:d|i|from)\s*=\s*"?(?:[^\s;"@]*@)?([^\s;"@]+)/i.exec(part)?.[1] ?? "";
      return method === undefined || result === undefined
        ? []
        : [{ method: method.toLowerCase(), result, domain: domain.toLowerCase() }];
    });
}

/** Removes comments in parentheses, which may contain any text. Unclosed ones reach to the end. */
function removeComments(header: string): string {
  let depth = 0;
  let isQuoted = false;
  let text = "";
  for (const sign of header.slice(0, 8_000)) {
    if (sign === '"' && depth === 0) isQuoted = !isQuoted;
    if (sign === "(" && !isQuoted) depth += 1;
    if (depth === 0) text += sign;
    if (sign === ")" && !isQuoted && depth > 0) depth -= 1;
  }
  return text;
}
const getDomain = (address: string): string =>
  address.slice(address.lastIndexOf("@") + 1).toLowerCase();
/** Returns whether a signature of this domain proves the address. */
function covers(domain: string, address: string): boolean {
  const sender = getDomain(address);
  return domain.includes(".") && (sender === domain || sender.endsWith(`.${domain}`));
}
