import { cleanText } from "../core/text.ts";

/** Maximum length of a display name, in UTF-16 units (reliability.md 6). */
const maxNameLength = 255;
/**
 * Maximum length of a percent-encoded name in a URL, because integrators accept URLs of at most
 * 2048 characters.
 */
const maxUrlNameLength = 240;

/** Control characters, and characters that change the text direction (H-284). */
const invisibleCharacters =
  /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * Converts a received file name to display text. The result has no path, control characters or bidi
 * characters, and is never empty. It has at most 255 UTF-16 units, including the extension.
 */
export function toDisplayName(input: string): string {
  const baseName = cleanText(input.replaceAll("\u0000", "")).split(/[/\\]/).at(-1) ?? "";
  const name = baseName.replace(invisibleCharacters, "").trim();
  if (name === "" || /^\.+$/.test(name)) return "file";
  return shorten(name, (text) => text.length <= maxNameLength);
}

/**
 * Returns the extension in lower case and without the dot, or "" if there is none. It is
 * interpreted as by the operating system: `a.exe. ` is a program.
 */
export function getFileExtension(name: string): string {
  const trimmed = name.toLowerCase().replace(/[.\s]+$/, "");
  const dot = trimmed.lastIndexOf(".");
  return dot < 0 ? "" : trimmed.slice(dot + 1);
}

/** Returns the name as the last segment of a URL, shortened before its extension. */
export function urlFileName(name: string): string {
  return percentEncode(shorten(name, (text) => percentEncode(text).length <= maxUrlNameLength));
}

function shorten(name: string, fits: (text: string) => boolean): string {
  if (fits(name)) return name;
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 && name.length - dot <= 20 ? name.slice(dot) : "";
  const stem = Array.from(name.slice(0, name.length - extension.length));
  let end = Math.min(stem.length, maxNameLength);
  while (end > 1 && !fits(stem.slice(0, end).join("") + extension)) end -= 1;
  return stem.slice(0, end).join("") + extension;
}
function percentEncode(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
