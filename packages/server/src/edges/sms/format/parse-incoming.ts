import { hash } from "node:crypto";
import { cleanText, isBlank } from "../../../core/text.ts";
import type { Gateway } from "../gateways/gateway.ts";
import { toExternalId } from "./external-id.ts";
import { toCustomer } from "./phone-number.ts";
import { readPath } from "./read-path.ts";

export interface IncomingSms {
  readonly customer: string;
  /** null: the gateway gives none, and no time that names the message. */
  readonly externalId: string | null;
  /** The same for requests with the same sender, receiver, text and time. */
  readonly digest: string;
  readonly text: string;
  readonly writtenAt: number | undefined;
}

/** A time names a message if it has seconds. Two equal messages of one minute are usual. */
const exactTime = /^\d{10,}$|\d:\d\d:\d\d/;

/** Parses an incoming message (SMS-010, SMS-013). Returns the reason if it is none. */
export function parseIncoming(
  { incoming }: Gateway,
  fields: object,
): IncomingSms | { readonly reason: string } {
  const from = readPath(fields, incoming.from);
  const customer = toCustomer(from);
  if (customer === "") return { reason: "The request names no sender." };
  const text = cleanText(readPath(fields, incoming.text));
  const time = readPath(fields, incoming.time);
  const id = readPath(fields, incoming.id);
  const to = readPath(fields, incoming.to);
  const digest = hash("sha256", JSON.stringify([from, to, text, time]), "base64url");
  const named = exactTime.test(time) ? `hash:${digest}` : null;
  return {
    customer,
    externalId: id === "" ? named : toExternalId("in", id),
    digest,
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
