import type { ConfigFile } from "@parlour/protocol/config";
import { normalizeValue, type TextEntryKind } from "../core/blacklist/normalize.ts";
import type { BlockListKind } from "../core/command.ts";
import type { Reading } from "./read-integrations.ts";

export interface WantedBlock {
  readonly kind: BlockListKind;
  /**
   * Normalized value for comparison. For a visitor the number, for a customer the id on `channel`.
   */
  readonly value: string;
  readonly shown: string;
  /** Public id of a customer's channel, or null for other kinds. */
  readonly channel: string | null;
  /** Milliseconds since 1970, or null: without end. */
  readonly until: number | null;
  readonly reason: string | null;
}

const texts: readonly TextEntryKind[] = ["ip", "range", "country", "email", "phone", "user_token"];

/** Parses the block list of a file (CFG-035). */
export function readBlacklist(config: ConfigFile, { fault, unique }: Reading): readonly WantedBlock[] {
  const blocks = (config.blacklist ?? []).flatMap((entry, n): WantedBlock[] => {
    const at = ["blacklist", n] as const;
    const named = ([...texts, "visitor", "customer"] as const).filter((kind) => entry[kind] !== undefined);
    const [kind, another] = named;
    if (kind === undefined || another !== undefined) {
      fault(
        at,
        `names ${named.length === 0 ? "nobody" : named.join(" and ")}; name one of ${[...texts, "visitor", "customer"].join(", ")}`,
        rule,
      );
      return [];
    }
    const until = entry.until === undefined ? null : Date.parse(entry.until);
    if (Number.isNaN(until)) fault([...at, "until"], "is no time, such as 2027-01-31T12:00:00Z", rule);
    const more = { until, reason: entry.reason ?? null };
    if (kind === "visitor") return [{ kind, value: String(entry.visitor), shown: String(entry.visitor), channel: null, ...more }];
    if (kind === "customer") {
      const { channel = "", id = "" } = entry.customer ?? {};
      return [{ kind, value: id, shown: id, channel, ...more }];
    }
    const shown = String(entry[kind]).trim();
    const value = normalizeValue(kind, shown);
    if (value === null) fault([...at, kind], `${JSON.stringify(shown)} is no ${words[kind]}`, rule);
    return [{ kind, value: value ?? "", shown, channel: null, ...more }];
  });
  unique(blocks, blockKey, (n, first) => fault(["blacklist", n], `blocks the same as blacklist[${first}]`, rule));
  return blocks;
}

export const blockKey = ({ kind, value, channel }: Pick<WantedBlock, "kind" | "value" | "channel">): string =>
  `${kind} ${channel ?? ""} ${value}`;

const rule = "CFG-035";
const words: Record<TextEntryKind, string> = {
  ip: "IPv4 or IPv6 address",
  range: "range of addresses",
  country: "country of two letters",
  email: "e-mail address",
  phone: "phone number of 5 to 32 digits",
  user_token: "token",
};
