import type { BlockListEntry } from "@parlour/protocol/api";
import type { BlockListFile } from "@parlour/protocol/api/settings/block-list";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { blockListEntry } from "@parlour/protocol/settings/kinds/people/block-list";
import type { FileEntry } from "@parlour/protocol/settings/values";
import { normalizeValue, type TextEntryKind } from "../../core/blacklist/normalize.ts";
import type { BlockListFields, BlockListRow } from "../../store/settings/content/block-list.ts";
import { blockListStore } from "../../store/settings/content/block-list-store.ts";
import { createStored } from "../kind/create-resource.ts";
import type { FileHelpers } from "../resource.ts";

const stored = createStored(blockListEntry, {
  store: blockListStore,
  subject: ({ kind, value }) => `blacklist ${kind} ${value}`,
  keyOf: ({ kind, value, channel_id }) =>
    `${kind} ${channel_id ?? ""} ${isText(kind) ? normalizeValue(kind, value) : value}`,
  compared: ["until", "reason"],
  form: { read: readEntry, write: writeEntry },
});
/** The block list in the provisioning file (CFG-035). The service API has routes of its own. */
export const blockListResource = {
  ...stored,
  // `validateBlockList` checks the channel, whose place in the entry is not that of its field.
  file: { ...stored.file, references: () => [] },
};

const textKinds: readonly TextEntryKind[] = [
  "ip",
  "range",
  "country",
  "email",
  "phone",
  "user_token",
];
const isText = (kind: BlockListRow["values"]["kind"]): kind is TextEntryKind =>
  kind !== "visitor" && kind !== "customer";

/** Returns an entry of the file with kind, value and channel instead of the one key. */
function readEntry(
  entry: BlockListFile,
  at: readonly (string | number)[],
  { reportError }: FileHelpers,
): FileEntry<BlockListFields> | null {
  const { until, reason } = entry;
  const kinds = [...textKinds, "visitor", "customer"] as const;
  const given = kinds.filter((kind) => entry[kind] !== undefined);
  const [kind, secondKind] = given;
  if (kind === undefined || secondKind !== undefined) {
    const found = given.length === 0 ? "no value" : given.join(" and ");
    reportError(at, `has ${found}; set exactly one of ${kinds.join(", ")}`, rule);
    return null;
  }
  const details = omitAbsent({ until, reason });
  if (kind === "customer") {
    const { id = "", channel = "" } = entry.customer ?? {};
    return { kind, value: id, channel, ...details };
  }
  const value = String(entry[kind]).trim();
  if (isText(kind) && normalizeValue(kind, value) === null)
    reportError([...at, kind], `${JSON.stringify(value)} is not a valid ${kindNames[kind]}`, rule);
  return { kind, value, ...details };
}

function writeEntry({
  kind,
  value,
  channel = "",
  ...details
}: FileEntry<BlockListFields>): BlockListFile {
  if (kind === "visitor") return { visitor: Number(value), ...details };
  if (kind === "customer") return { customer: { channel, id: value }, ...details };
  return { [kind]: value, ...details };
}

const rule = "CFG-035";
const kindNames: Record<TextEntryKind, string> = {
  ip: "IPv4 or IPv6 address",
  range: "IP range",
  country: "two-letter country code",
  email: "email address",
  phone: "phone number (5 to 32 digits)",
  user_token: "token",
};

/** Returns an entry with its state at `now` (ms since 1970). */
export const toBlockListEntry = (row: BlockListRow, now: number): BlockListEntry => ({
  id: row.id,
  ...row.values,
  state: getState(row, now),
  chat_id: row.facts.chatId,
  by: row.facts.by,
  lifted_at: row.facts.liftedAt,
  lifted_by: row.facts.liftedBy,
  created_at: row.createdAt,
  managed: row.managed,
});

function getState(
  { values: { until }, facts: { liftedAt, liftedBy } }: BlockListRow,
  now: number,
): BlockListEntry["state"] {
  if (liftedBy === null && until !== null && Date.parse(until) <= now) return "over";
  return liftedAt === null ? "in_force" : "lifted";
}
