import { cleanText } from "../chat/text.ts";
import type { BlacklistKind } from "../ports.ts";
import { addressText, parseAddress, parseRange } from "./address.ts";

/** Kinds whose value is compared as a text of its own; `visitor` and `customer` are made of ids. */
export type TextKind = Exclude<BlacklistKind, "visitor" | "customer">;

/** What is compared of a value (CORE-070), one text for all ways to write it; null: it is none of this kind. */
export function comparedValue(kind: TextKind, value: string): string | null {
  return forms[kind](value.trim());
}

/** Of an entry of the kind `customer`: the key is unique per channel (CH-042). */
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
/** WG-046. */
const tokenMax = 1024;
const fewestDigits = 5;
const mostDigits = 32;
