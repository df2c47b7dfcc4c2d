import type { Condition } from "./condition.ts";
import { chatFacts, type Facts, type RowKind } from "./facts.ts";
import { toPositive, type Test } from "./operators.ts";

/** Returns the text that names a row in a search, or null if the row no longer exists. */
export type FormatRow = (kind: RowKind, id: number) => string | null;

/** A token of the search (API-253) that stands for tests of one fact. */
interface TokenOfFact {
  readonly token: string;
  /** The operator that the token has for one value. */
  readonly op: "is" | "any_of" | "starts" | "contains";
  /** What the token says if the value is missing. */
  readonly missing?: string;
}
const tokens: Readonly<Partial<Record<string, TokenOfFact>>> = {
  "chat.channel": { token: "channel", op: "is" },
  "chat.took_part": { token: "operator", op: "any_of" },
  "chat.department": { token: "department", op: "is" },
  "chat.bot": { token: "bot", op: "is" },
  "chat.tags": { token: "tag", op: "any_of" },
  "chat.state": { token: "state", op: "is" },
  "chat.rating": { token: "rating", op: "is", missing: "none" },
  "chat.priority": { token: "priority", op: "is", missing: "normal" },
  "chat.country": { token: "country", op: "is" },
  "chat.language": { token: "language", op: "starts" },
  "chat.page": { token: "page", op: "contains" },
} satisfies Readonly<Partial<Record<keyof typeof chatFacts, TokenOfFact>>>;
/** Maximum number of parts of a query (API-251). */
const maxTokens = 20;

/** Returns the query for the chats of a condition (CND-040), or null if it has no tokens. */
export function toSearchTokens(condition: Condition, formatRow: FormatRow): string | null {
  const groups = new Map<string, readonly string[]>();
  for (const child of listChildren(condition)) {
    const group = toTokenGroup(child, formatRow);
    if (group === null) return null;
    const { name, values, isExcluded } = group;
    const key = `${isExcluded ? "-" : ""}${name}:`;
    const earlier = groups.get(key) ?? [];
    // Of several tokens with one name, any may match. Only excluded ones can be put together.
    if (earlier.length > 0 && !isExcluded) return null;
    groups.set(key, [...earlier, ...values]);
  }
  const texts = [...groups].flatMap(([key, values]) => values.map((value) => key + quote(value)));
  return texts.length === 0 || texts.length > maxTokens ? null : texts.join(" ");
}

/** Returns the conditions of which all must hold. */
const listChildren = (condition: Condition): readonly Condition[] =>
  "all" in condition ? condition.all.flatMap(listChildren) : [condition];

/** Tokens of one name. A chat must match any of the values, or none of them. */
interface TokenGroup {
  readonly name: string;
  readonly values: readonly string[];
  readonly isExcluded: boolean;
}
function toTokenGroup(condition: Condition, formatRow: FormatRow): TokenGroup | null {
  if ("all" in condition) return null;
  if ("not" in condition) {
    const group = toTokenGroup(condition.not, formatRow);
    return group && { ...group, isExcluded: !group.isExcluded };
  }
  if (!("any" in condition)) return toTestGroup(condition, formatRow);
  const groups = condition.any.map((child) => toTokenGroup(child, formatRow));
  const first = groups[0];
  if (!first) return null;
  const isOneToken = groups.every(
    (group) => group !== null && group.name === first.name && !group.isExcluded,
  );
  return isOneToken ? { ...first, values: groups.flatMap((group) => group?.values ?? []) } : null;
}

function toTestGroup({ fact, op, value }: Test, formatRow: FormatRow): TokenGroup | null {
  const known = tokens[fact];
  if (known === undefined) return null;
  const { token, missing } = known;
  if (op === "missing" || op === "present")
    return missing === undefined
      ? null
      : { name: token, values: [missing], isExcluded: op === "present" };
  const [positive, isExcluded] = toPositive(op);
  // A list of one value is that value. The tokens of texts have no lists.
  const values = [value].flat();
  const isOneOf = positive === "any_of" && (known.op === "is" || known.op === "any_of");
  const isOne = positive === known.op || (positive === "all_of" && known.op === "any_of");
  if (!isOneOf && !(isOne && values.length === 1)) return null;
  const { to } = (chatFacts as Facts)[fact] ?? {};
  const texts = values.map((item) =>
    to === undefined ? String(item) : formatRow(to, Number(item)),
  );
  return texts.every((text) => text !== null && canQuote(text))
    ? { name: token, values: texts as readonly string[], isExcluded }
    : null;
}

/** A value in quotation marks cannot contain any. */
const canQuote = (text: string): boolean =>
  text !== "" && !(text.includes('"') && (text.startsWith('"') || /\s/u.test(text)));
const quote = (text: string): string => (/\s/u.test(text) ? `"${text}"` : text);

/**
 * Returns the text that names a row in a search: its name, or its id if the name is not clear. Tags
 * have names only, which are unique.
 */
export function formatRowToken(
  kind: RowKind,
  rows: readonly { readonly id: number; readonly name: string }[],
  id: number,
): string | null {
  const row = rows.find((other) => other.id === id);
  if (row === undefined) return null;
  const name = normalize(row.name);
  const isClear =
    kind === "tag" ||
    (!["", "me"].includes(name) &&
      !/^\d+$/.test(name) &&
      rows.every((other) => other === row || normalize(other.name) !== name));
  return isClear ? row.name.replaceAll('"', "").trim() : String(id);
}
const normalize = (name: string): string => name.replaceAll('"', "").trim().toLowerCase();
