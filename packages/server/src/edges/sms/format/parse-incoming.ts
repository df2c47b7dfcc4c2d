import { hash } from "node:crypto";
import { cleanText, isBlank } from "../../../core/text.ts";
import type { Gateway } from "../gateways/gateway.ts";
import { toCustomer } from "./phone-number.ts";
import { readPath } from "./read-path.ts";

export interface IncomingSms {
  readonly customer: string;
  readonly externalId: string;
  readonly text: string;
  readonly writtenAt: number | undefined;
}

/** Messages without id and time are repeats if they arrive in the same window, in milliseconds. */
const repeatWindowMs = 60_000;

/** Parses an incoming message (SMS-010). Returns the reason if it is none. */
export function parseIncoming(
  { incoming }: Gateway,
  fields: object,
  now: number,
): IncomingSms | { readonly reason: string } {
  const from = readPath(fields, incoming.from);
  const customer = toCustomer(from);
  if (customer === "") return { reason: "The request names no sender." };
  const text = cleanText(readPath(fields, incoming.text));
  const time = readPath(fields, incoming.time);
  const id = readPath(fields, incoming.id);
  const to = readPath(fields, incoming.to);
  const moment = time === "" ? String(Math.floor(now / repeatWindowMs)) : time;
  const digest = hash("sha256", JSON.stringify([from, to, text, moment]), "base64url");
  return {
    customer,
    externalId: id === "" ? `hash:${digest}` : `in:${id}`,
    text: isBlank(text) ? "[Sent something that Parlour does not show]" : text,
    writtenAt: parseTime(time),
  };
}

/** Parses seconds or milliseconds since 1970, or a time that is UTC unless it names a zone. */
export function parseTime(text: string): number | undefined {
  if (/^\d{10}$/.test(text)) return Number(text) * 1_000;
  if (/^\d{13}$/.test(text)) return Number(text);
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/.exec(
    text,
  );
  const at = match === null ? NaN : Date.parse(`${match[1]}T${match[2]}${match[3] ?? "Z"}`);
  return Number.isNaN(at) ? undefined : at;
}
