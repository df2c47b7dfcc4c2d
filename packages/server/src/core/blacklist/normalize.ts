import { cleanText } from "../text.ts";
import type { BlockListKind } from "../command.ts";
import { formatAddress, parseAddress, parseRange } from "./ip-address.ts";

/** Kinds whose value is a text. The values of `visitor` and `customer` consist of ids. */
export type TextEntryKind = Exclude<BlockListKind, "visitor" | "customer">;

/** Normalizes a value for comparison (CORE-229), or returns null if it is invalid for the kind. */
export function normalizeValue(kind: TextEntryKind, value: string): string | null {
  return normalizers[kind](value.trim());
}

/**
 * Returns the value of a `customer` entry. It contains the channel because the customer key is
 * unique only within a channel (CH-042).
 */
export function customerKey(channelId: number, key: string): string {
  return `${channelId} ${key}`;
}

const normalizers: Record<TextEntryKind, (value: string) => string | null> = {
  ip: (value) => {
    const address = parseAddress(value);
    return address && formatAddress(address);
  },
  range: (value) => {
    const range = parseRange(value);
    return range && `${formatAddress(range.base)}/${range.prefix}`;
  },
  country: (value) => {
    const code = value.toUpperCase();
    countries ??= new Intl.DisplayNames("en", { type: "region", fallback: "none" });
    return /^[A-Z]{2}$/.test(code) && countries.of(code) !== undefined ? code : null;
  },
  email: (value) =>
    /^[^\s@]+@[^\s@]+$/.test(value) && value.length <= maxTextLength
      ? value.normalize("NFC").toLowerCase()
      : null,
  phone: (value) => {
    const digits = value.replaceAll(/\D/g, "").replace(/^00/, "");
    return digits.length >= minDigits && digits.length <= maxDigits ? digits : null;
  },
  user_token: (value) =>
    value !== "" && value.length <= maxTokenLength && cleanText(value) === value ? value : null,
};

/** Created at its first use, because it loads the names of all countries (PERF-12). */
let countries: Intl.DisplayNames | undefined;
const maxTextLength = 255;
/** Maximum length of a user token (WG-046). */
const maxTokenLength = 1024;
const minDigits = 5;
const maxDigits = 32;
