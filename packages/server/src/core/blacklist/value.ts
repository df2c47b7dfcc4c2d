import { cleanText } from "../chat/text.ts";
import type { BlacklistKind } from "../ports.ts";
import { addressText, parseAddress, parseRange } from "./address.ts";

/** Kinds whose value is a text. `visitor` and `customer` consist of ids. */
export type TextKind = Exclude<BlacklistKind, "visitor" | "customer">;

/**
 * Normalizes a value for comparison (CORE-070), so that all notations are equal; null: invalid for
 * this kind.
 */
export function comparedValue(kind: TextKind, value: string): string | null {
  return forms[kind](value.trim());
}

/** Returns the value of a `customer` entry. The key is unique per channel (CH-042). */
export function customerValue(channelId: number, key: string): string {
  return `${channelId} ${key}`;
}

const forms: Record<TextKind, (value: string) => string | null> = {
  ip: (value) => {
    const address = parseAddress(value);
    return address && addressText(address);
  },
  range: (value) => {
    const range = parseRange(value);
    return range && `${addressText(range.base)}/${range.prefix}`;
  },
  country: (value) => {
    const code = value.toUpperCase();
    return /^[A-Z]{2}$/.test(code) && countries.of(code) !== undefined ? code : null;
  },
  email: (value) => (/^[^\s@]+@[^\s@]+$/.test(value) && value.length <= textMax ? value.normalize("NFC").toLowerCase() : null),
  phone: (value) => {
    const digits = value.replaceAll(/\D/g, "").replace(/^00/, "");
    return digits.length >= fewestDigits && digits.length <= mostDigits ? digits : null;
  },
  user_token: (value) => (value !== "" && value.length <= tokenMax && cleanText(value) === value ? value : null),
};

const countries = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
const textMax = 255;
/** Maximum length of a user token (WG-046). */
const tokenMax = 1024;
const fewestDigits = 5;
const mostDigits = 32;
