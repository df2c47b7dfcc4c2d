import { cleanText } from "../core/chat/text.ts";

/** Maximum length of a display name, in UTF-16 units (reliability.md 6). */
const longestName = 255;
/**
 * Maximum length of a percent-encoded name in a URL. Integrators accept URLs of 2048 characters.
 */
const longestAddressName = 240;

/** Control characters, and characters that change the text direction (H-284). */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * Converts a sent file name to display text: without path, control and bidi characters, at most 255
 * long with its extension, never empty.
 */
export function displayName(given: string): string {
  const last = cleanText(given.replaceAll("\u0000", "")).split(/[/\\]/).at(-1) ?? "";
  const name = last.replace(unseen, "").trim();
  if (name === "" || /^\.+$/.test(name)) return "file";
  return shorten(name, (text) => text.length <= longestName);
}

/**
 * Returns the lower-case extension without dot, as the operating system interprets it (`a.exe. ` is
 * a program). "" if there is none.
 */
export function endingOf(name: string): string {
  const bare = name.toLowerCase().replace(/[.\s]+$/, "");
  const dot = bare.lastIndexOf(".");
  return dot < 0 ? "" : bare.slice(dot + 1);
}

/**
 * Returns the name as the last segment of a URL: percent-encoded, and shortened without losing the
 * extension.
 */
export function addressName(name: string): string {
  return coded(shorten(name, (text) => coded(text).length <= longestAddressName));
}

function shorten(name: string, fits: (text: string) => boolean): string {
  if (fits(name)) return name;
  const dot = name.lastIndexOf(".");
  const ending = dot > 0 && name.length - dot <= 20 ? name.slice(dot) : "";
  const stem = Array.from(name.slice(0, name.length - ending.length));
  let end = Math.min(stem.length, longestName);
  while (end > 1 && !fits(stem.slice(0, end).join("") + ending)) end -= 1;
  return stem.slice(0, end).join("") + ending;
}
function coded(name: string): string {
  return encodeURIComponent(name).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
