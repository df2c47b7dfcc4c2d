/**
 * Links in messages (CH-065, WG-087), for operators and visitors. Without a library, because it is
 * part of the chat window's script.
 */

/** The part that browsers and Node share. This package loads the types of neither. */
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
export type TextPiece =
  | { readonly text: string }
  | { readonly text: string; readonly href: string };

/** Addresses end at punctuation of Chinese and Japanese. */
const linkPattern = /(?:https?:\/\/|mailto:|tel:)[^\s<>"“”«»、。，「」（）]+/giu;
const allowedProtocols = new Set(["http:", "https:", "mailto:", "tel:"]);

/**
 * Splits plain text into text and links. Accepts only http, https, mailto and tel. The shown host
 * is the real one, in punycode if it is not plain ASCII, so that a look-alike host cannot imitate
 * another site. Returns no HTML. `pattern` and `createLink` find and accept other addresses too.
 */
export function splitLinks(text: string, pattern = linkPattern, createLink = toLink): TextPiece[] {
  const pieces: TextPiece[] = [];
  let position = 0;
  for (const match of text.matchAll(pattern)) {
    const raw = trimPunctuation(match[0]);
    const link = createLink(raw);
    if (!link) continue;
    if (match.index > position) pieces.push({ text: text.slice(position, match.index) });
    pieces.push(link);
    position = match.index + raw.length;
  }
  if (position < text.length) pieces.push({ text: text.slice(position) });
  return pieces;
}

/** Returns a link if the address has an allowed protocol, else null. */
export function toLink(raw: string): { text: string; href: string } | null {
  // The URL parser drops line breaks, so the address would change.
  if (/[\s\p{Cc}]/u.test(raw)) return null;
  let url: URL;
  try {
    url = new URL(raw);
  } catch {
    return null;
  }
  if (!allowedProtocols.has(url.protocol)) return null;
  if (url.protocol === "mailto:") return toMailLink(raw);
  if (url.protocol === "tel:") return toPhoneLink(raw);
  // Reject a user name in front of the host, because it can imitate another site:
  // "https://bank.example@evil.example".
  if (url.hostname === "" || url.username !== "" || url.password !== "") return null;
  return { text: formatAddress(raw, url), href: url.href };
}

/** Accepts exactly one address, so that the sender cannot prefill copies or a text. */
function toMailLink(raw: string): ReturnType<typeof toLink> {
  const address = /^mailto:([^?]+)/iu.exec(raw)?.[1] ?? "";
  return /^[^@,;:%&<>"()[\]\\]+@[^@,;:%&<>"()[\]\\/]+$/u.test(address)
    ? { text: raw, href: `mailto:${encodeURIComponent(address).replace("%40", "@")}` }
    : null;
}
/** Accepts digits and a leading plus: others could form a control code of the network. */
function toPhoneLink(raw: string): ReturnType<typeof toLink> {
  const number = raw.slice(4).replaceAll(/[-./()]/gu, "");
  return /^\+?\d+$/u.test(number) ? { text: raw, href: `tel:${number}` } : null;
}

function formatAddress(raw: string, url: URL): string {
  const authority = /^[a-z]+:\/\/([^/?#]*)/iu.exec(raw);
  if (!authority) return url.href;
  // Keep the text as written, but show the host that the browser will request.
  return `${url.protocol}//${url.host}${raw.slice(authority[0].length)}`;
}

/** Also removes closing brackets that the address does not open: those of the sentence. */
function trimPunctuation(raw: string): string {
  const last = raw.slice(-1);
  const opening = "([{"[")]}".indexOf(last)];
  return /[.,;:!?'…]/u.test(last) ||
    (opening !== undefined && raw.split(opening).length < raw.split(last).length)
    ? trimPunctuation(raw.slice(0, -1))
    : raw;
}
