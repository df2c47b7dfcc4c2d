/** Links in messages (CH-065, WG-087): one finder for operators and visitors. Without a library: it is part of the window's file. */

/** What all browsers and Node have, and the types of neither are loaded here for. */
declare class URL {
  constructor(text: string);
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
  readonly href: string;
}

/** A piece of a message: words, or a link that may be followed. */
export type Piece = { readonly text: string } | { readonly text: string; readonly href: string };

const candidates = /(?:https?:\/\/|mailto:|tel:)[^\s<>"“”«»]+/giu;
const allowed = new Set(["http:", "https:", "mailto:", "tel:"]);

/**
 * Finds links in plain text. Only http, https, mailto and tel; the shown host is the real one, in punycode when it is not plain ASCII,
 * so that a look-alike cannot pose as another site. Never HTML.
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

/** A link when the address is one of the allowed kinds, else null. */
export function linkOf(raw: string): { text: string; href: string } | null {
  // A parser drops line breaks and would make another address of what is left.
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
  // A user name in front of the host is a favourite disguise: "https://bank.example@evil.example".
  if (url.hostname === "" || url.username !== "" || url.password !== "") return null;
  return { text: shownAddress(raw, url), href: url.href };
}

/** One address and nothing else: a visitor's words must not fill in copies, a subject or a text. */
function mailLink(raw: string): ReturnType<typeof linkOf> {
  const address = /^mailto:([^?]+)/iu.exec(raw)?.[1] ?? "";
  return /^[^@,;:%&<>"()[\]\\]+@[^@,;:%&<>"()[\]\\/]+$/u.test(address)
    ? { text: raw, href: `mailto:${encodeURIComponent(address).replace("%40", "@")}` }
    : null;
}
/** Digits and a leading plus. A number with other signs could be a code of the telephone network, so it is no link. */
function phoneLink(raw: string): ReturnType<typeof linkOf> {
  const number = raw.slice(4).replaceAll(/[-./()]/gu, "");
  return /^\+?\d+$/u.test(number) ? { text: raw, href: `tel:${number}` } : null;
}

function shownAddress(raw: string, url: URL): string {
  const authority = /^[a-z]+:\/\/([^/?#]*)/iu.exec(raw);
  if (!authority) return url.href;
  // As written, but with the host the browser will really ask.
  return `${url.protocol}//${url.host}${raw.slice(authority[0].length)}`;
}

/** Full stops and closing brackets behind an address belong to the sentence. */
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
