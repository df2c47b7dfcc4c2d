import type { ConfigFile } from "@parlour/protocol/config";
import { normalizeValue, type TextEntryKind } from "../core/blacklist/normalize.ts";
import type { BlockListKind } from "../core/command.ts";
import type { FileHelpers } from "../settings/resource.ts";

export interface DesiredBlockListEntry {
  readonly kind: BlockListKind;
  /**
   * Normalized value for comparison. For a visitor it is their number, for a customer their id in
   * `channel`.
   */
  readonly value: string;
  readonly shown: string;
  /** Public id of the customer's channel. Null for other kinds. */
  readonly channel: string | null;
  /** End in ms since 1970. Null means no end. */
  readonly until: number | null;
  readonly reason: string | null;
}

const textKinds: readonly TextEntryKind[] = [
  "ip",
  "range",
  "country",
  "email",
  "phone",
  "user_token",
];

/** Parses the block list of a file (CFG-035). */
export function parseBlockList(
  config: ConfigFile,
  { reportError, unique }: FileHelpers,
): readonly DesiredBlockListEntry[] {
  const blocks = (config.blacklist ?? []).flatMap((entry, n): DesiredBlockListEntry[] => {
    const at = ["blacklist", n] as const;
    const namedKinds = ([...textKinds, "visitor", "customer"] as const).filter(
      (kind) => entry[kind] !== undefined,
    );
    const [kind, secondKind] = namedKinds;
    if (kind === undefined || secondKind !== undefined) {
      reportError(
        at,
        `has ${namedKinds.length === 0 ? "no value" : namedKinds.join(" and ")}; set exactly one of ${[...textKinds, "visitor", "customer"].join(", ")}`,
        ruleId,
      );
      return [];
    }
    const until = entry.until === undefined ? null : Date.parse(entry.until);
    if (Number.isNaN(until))
      reportError(
        [...at, "until"],
        "is not a valid time; use the form 2027-01-31T12:00:00Z",
        ruleId,
      );
    const details = { until, reason: entry.reason ?? null };
    if (kind === "visitor")
      return [
        {
          kind,
          value: String(entry.visitor),
          shown: String(entry.visitor),
          channel: null,
          ...details,
        },
      ];
    if (kind === "customer") {
      const { channel = "", id = "" } = entry.customer ?? {};
      return [{ kind, value: id, shown: id, channel, ...details }];
    }
    const shown = String(entry[kind]).trim();
    const value = normalizeValue(kind, shown);
    if (value === null)
      reportError(
        [...at, kind],
        `${JSON.stringify(shown)} is not a valid ${kindNames[kind]}`,
        ruleId,
      );
    return [{ kind, value: value ?? "", shown, channel: null, ...details }];
  });
  unique(blocks, toBlockKey, (n, first) =>
    reportError(["blacklist", n], `duplicates blacklist[${first}]`, ruleId),
  );
  return blocks;
}

export const toBlockKey = ({
  kind,
  value,
  channel,
}: Pick<DesiredBlockListEntry, "kind" | "value" | "channel">): string =>
  `${kind} ${channel ?? ""} ${value}`;

const ruleId = "CFG-035";
const kindNames: Record<TextEntryKind, string> = {
  ip: "IPv4 or IPv6 address",
  range: "IP range",
  country: "two-letter country code",
  email: "email address",
  phone: "phone number (5 to 32 digits)",
  user_token: "token",
};
