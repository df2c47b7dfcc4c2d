import { cleanText } from "../core/chat/text.ts";

/** Longest display name, in UTF-16 units (reliability.md 6). */
const longestName = 255;
/** Longest name in an address after percent coding: integrators take 2048 characters of address. */
const longestAddressName = 240;

/** Control characters, and those that turn the direction of what follows (H-284). */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** A name given by a sender as text to show: without path, control and bidi characters, at most 255 long with its ending kept; never empty. */
export function displayName(given: string): string {
  const last = cleanText(given.replaceAll("\u0000", "")).split(/[/\\]/).at(-1) ?? "";
  const name = last.replace(unseen, "").trim();
  if (name === "" || /^\.+$/.test(name)) return "file";
  return shorten(name, (text) => text.length <= longestName);
}

/** The ending of a name in lower case without its dot, as a system that opens it sees it (`a.exe. ` is a program); "" without one. */
export function endingOf(name: string): string {
  const bare = name.toLowerCase().replace(/[.\s]+$/, "");
  const dot = bare.lastIndexOf(".");
  return dot < 0 ? "" : bare.slice(dot + 1);
}

/** The name as the last segment of an address: percent-coded, shortened with its ending kept. */
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
