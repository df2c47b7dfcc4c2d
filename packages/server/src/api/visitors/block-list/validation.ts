import type { NewBlockListEntry } from "@parlour/protocol/api";
import { normalizeValue, customerKey } from "../../../core/blacklist/normalize.ts";
import { refuse } from "../../../core/failure.ts";
import type { BlockListKind } from "../../../core/command.ts";
import { findVisitor } from "../../../store/visitors/visitor.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";

/** Subject of a block list entry: the value to compare and the value to show. */
export interface BlockSubject {
  readonly kind: BlockListKind;
  readonly value: string;
  readonly shown: string;
}

/** Throws if the value does not fit the kind, or names no visitor or channel. */
export async function parseBlockSubject(
  deps: RouteDeps,
  account: number,
  input: NewBlockListEntry,
): Promise<BlockSubject> {
  const { kind } = input;
  const shown = input.value.trim();
  if (kind !== "customer" && typeof input.channel_id === "number")
    rejectField("channel_id", "channel_id belongs to an entry of the kind customer.");
  if (kind === "visitor") {
    const number = /^[1-9][0-9]{0,15}$/.test(shown) ? Number(shown) : 0;
    const visitorRecord =
      number === 0 ? null : await findVisitor(deps.reader, account, seesEverything, number);
    return visitorRecord === null
      ? rejectField("value", "There is no visitor with this number.")
      : { kind, value: String(visitorRecord.visitor.id), shown };
  }
  if (kind === "customer") {
    const channel = (await deps.config(account)).channels.get(input.channel_id ?? 0);
    if (channel === undefined || channel.deleted || channel.kind !== "api")
      return rejectField("channel_id", "Choose a chat API channel of this account.");
    // The id of a customer is compared unchanged (CH-042).
    if (input.value.length > maxCustomerIdLength)
      return rejectField(
        "value",
        `The customer ID is longer than ${maxCustomerIdLength} characters.`,
      );
    return { kind, value: customerKey(channel.id, input.value), shown: input.value };
  }
  const value = normalizeValue(kind, shown);
  return value === null ? rejectField("value", messageByKind[kind]) : { kind, value, shown };
}

/** Returns a future time in ms since 1970, null for no end, or undefined if absent. */
export function parseBlockEnd(
  end: string | null | undefined,
  now: number,
): number | null | undefined {
  if (end === undefined || end === null) return end;
  const at = Date.parse(end);
  if (Number.isNaN(at)) return rejectField("until", "until is not a valid time.");
  return at > now ? at : rejectField("until", "until has passed already.");
}

const maxCustomerIdLength = 1000;
const seesEverything = { operatorId: 0, seesAllChats: true };
const messageByKind: Record<Exclude<BlockListKind, "visitor" | "customer">, string> = {
  ip: "This is not an IPv4 or IPv6 address.",
  range: "This is not an IP range, such as 192.0.2.0/24 or 2001:db8::/32.",
  country: "This is not a country code. Enter two letters, such as DE.",
  email: "This is not an email address.",
  phone: "This is not a phone number. Enter 5 to 32 digits.",
  user_token: "This is not a token. Enter 1 to 1024 characters without control characters.",
};
function rejectField(field: string, message: string): never {
  refuse("invalid_request", message, { field });
}
