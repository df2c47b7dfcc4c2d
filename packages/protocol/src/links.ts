/**
 * Links in messages (CH-065, WG-087), for operators and visitors. Without a library, because it is
 * part of the chat window's script.
 */

/** The part of `URL` that browsers and Node share. This package loads the types of neither. */
declare class URL {
  constructor(text: string);
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
  readonly href: string;
}

/** A part of a message: text, or a safe link. */
export type Piece = { readonly text: string } | { readonly text: string; readonly href: string };

const candidates = /(?:https?:\/\/|mailto:|tel:)[^\s<>"“”«»]+/giu;
const allowed = new Set(["http:", "https:", "mailto:", "tel:"]);

/**
 * Splits plain text into text and links. Accepts only http, https, mailto and tel. The shown host
 * is the real one, in punycode if it is not plain ASCII, so that a look-alike host cannot imitate
 * another site. Returns no HTML.
 */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(candidates)) {
    const raw = withoutTail(match[0]);
    const link = linkOf(raw);
    if (!link) continue;
    if (match.index > from) pieces.push({ text: text.slice(from, match.index) });
    pieces.push(link);
    from = match.index + raw.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

/** Returns a link if the address has an allowed protocol, else null. */
export function linkOf(raw: string): { text: string; href: string } | null {
  // The URL parser drops line breaks, so the address would change.
  if (/[\s\p{Cc}]/u.test(raw)) return null;
  let url: URL;
  try {
    url = new URL(raw);
  } catch {
    return null;
  }
  if (!allowed.has(url.protocol)) return null;
  if (url.protocol === "mailto:") return mailLink(raw);
  if (url.protocol === "tel:") return phoneLink(raw);
  // A user name before the host can imitate another site: "https://bank.example@evil.example".
  if (url.hostname === "" || url.username !== "" || url.password !== "") return null;
  return { text: shownAddress(raw, url), href: url.href };
}

/** Accepts exactly one address, so that a visitor cannot prefill copies, subject or body. */
function mailLink(raw: string): ReturnType<typeof linkOf> {
  const address = /^mailto:([^?]+)/iu.exec(raw)?.[1] ?? "";
  return /^[^@,;:%&<>"()[\]\\]+@[^@,;:%&<>"()[\]\\/]+$/u.test(address)
    ? { text: raw, href: `mailto:${encodeURIComponent(address).replace("%40", "@")}` }
    : null;
}
/** Accepts digits and a leading plus. Other signs could form a code of the telephone network. */
function phoneLink(raw: string): ReturnType<typeof linkOf> {
  const number = raw.slice(4).replaceAll(/[-./()]/gu, "");
  return /^\+?\d+$/u.test(number) ? { text: raw, href: `tel:${number}` } : null;
}

function shownAddress(raw: string, url: URL): string {
  const authority = /^[a-z]+:\/\/([^/?#]*)/iu.exec(raw);
  if (!authority) return url.href;
  // The text as written, but with the host that the browser will request.
  return `${url.protocol}//${url.host}${raw.slice(authority[0].length)}`;
}

/** Removes punctuation and closing brackets that belong to the sentence around the address. */
function withoutTail(raw: string): string {
  let end = raw.length;
  for (;;) {
    const last = raw.charAt(end - 1);
    if (".,;:!?'…".includes(last) && last !== "") {
      end -= 1;
      continue;
    }
    if (last === ")" && !raw.slice(0, end).includes("(")) {
      end -= 1;
      continue;
    }
    if (last === "]" && !raw.slice(0, end).includes("[")) {
      end -= 1;
      continue;
    }
    return raw.slice(0, end);
  }
}
