import type { NewBlockListEntry } from "@parlour/protocol/api";
import { normalizeValue, customerKey } from "../../core/blacklist/normalize.ts";
import { refuse } from "../../core/failure.ts";
import type { BlockListKind } from "../../core/command.ts";
import type { Deps } from "./deps.ts";
import type { Tx } from "./stores/tx.ts";

/** Active block list entries per account. Every node keeps all of them in memory. */
const mostEntries = 10_000;

/** Subject of a block list entry: the compared value and the displayed value. */
export interface Named {
  readonly kind: BlockListKind;
  readonly value: string;
  readonly shown: string;
}

/**
 * Parses the subject of an entry. Throws if the value does not fit its kind, or if the account has
 * no such visitor or channel.
 */
export async function namedBy(deps: Pick<Deps, "visitors" | "config">, account: number, input: NewBlockListEntry): Promise<Named> {
  const { kind } = input;
  const shown = input.value.trim();
  if (kind !== "customer" && input.channel_id !== undefined) wrong("channel_id", "channel_id belongs to an entry of the kind customer.");
  if (kind === "visitor") {
    const number = /^[1-9][0-9]{0,15}$/.test(shown) ? Number(shown) : 0;
    const found = number === 0 ? null : await deps.visitors.find(account, everything, number);
    return found === null ? wrong("value", "There is no visitor with this number.") : { kind, value: String(found.visitor.id), shown };
  }
  if (kind === "customer") {
    const channel = (await deps.config(account)).channels.get(input.channel_id ?? 0);
    if (channel === undefined || channel.deleted || channel.kind !== "api")
      return wrong("channel_id", "Name a chat API channel of this account.");
    // The id of a customer is compared unchanged (CH-042).
    if (input.value.length > customerMax) return wrong("value", `The id of a customer is longer than ${customerMax} characters.`);
    return { kind, value: customerKey(channel.id, input.value), shown: input.value };
  }
  const value = normalizeValue(kind, shown);
  return value === null ? wrong("value", faults[kind]) : { kind, value, shown };
}

/**
 * Parses the end of an entry: a future time in ms since 1970, null for no end, undefined if absent.
 */
export function untilOf(until: string | null | undefined, now: number): number | null | undefined {
  if (until === undefined || until === null) return until;
  const at = Date.parse(until);
  if (Number.isNaN(at)) return wrong("until", "until is no time.");
  return at > now ? at : wrong("until", "until has passed already.");
}

export async function refuseFull(deps: Pick<Deps, "blacklist">, tx: Tx, account: number, now: number): Promise<void> {
  if ((await deps.blacklist.settle(tx, account, now)) >= mostEntries)
    refuse("at_limit", `The blacklist has ${mostEntries} entries in force, which is the limit. Lift some, or block a range.`);
}

const customerMax = 1000;
const everything = { operatorId: 0, everything: true };
const faults: Record<Exclude<BlockListKind, "visitor" | "customer">, string> = {
  ip: "This is no IPv4 or IPv6 address.",
  range: "This is no range of addresses, such as 192.0.2.0/24 or 2001:db8::/32.",
  country: "This is no country: two letters, such as DE.",
  email: "This is no e-mail address.",
  phone: "This is no phone number: 5 to 32 digits.",
  user_token: "This is no token: 1 to 1024 characters without control characters.",
};
function wrong(field: string, message: string): never {
  refuse("invalid_request", message, { field });
}
