import type { Condition } from "@parlour/protocol/conditions/condition";
import { chatFacts } from "@parlour/protocol/conditions/facts";
import { chatPriorities, type ChatPriority } from "@parlour/protocol/chat-priority";
import { isTime } from "@parlour/protocol/field-kinds";
import { refuse } from "../../core/failure.ts";
import type { SearchFilter } from "../../store/chats/search/search-record.ts";
import type { AccountConfig } from "../../core/command.ts";
import { parseDay, startOfDay } from "../../core/report/period.ts";
import type { MarkCondition } from "../../core/search/match-message.ts";
import type { SearchQuery, SearchToken, TokenName } from "../../core/search/query.ts";

/** Maximum number of words and tokens in one query. */
const maxSearchTerms = 20;

/**
 * Converts a query to a filter (API-252). Names in the query refer to the account's current
 * channels, departments, bots and operators. `me` is the operator who searches, `ownId`.
 * `now`: ms since 1970. Throws `invalid_request` with field `q` and the unknown token.
 */
export function toSearchFilter(
  { terms, tokens }: SearchQuery,
  config: AccountConfig,
  { ownId, now }: { readonly ownId: number; readonly now: number },
): SearchFilter {
  if (terms.length + tokens.length > maxSearchTerms)
    rejectToken(`A search has at most ${maxSearchTerms} words and tokens.`);
  const marks = toMarkConditions(tokens, config, ownId);
  const groups = groupTokens(tokens);
  const visitorChannels = groups.flatMap((group) =>
    group[0].name === "channel"
      ? [{ not: group[0].isNegated, ids: findIds(group, config.channels.values(), "channel") }]
      : [],
  );
  const all = [
    ...visitorChannels.map(({ not, ids }) => negateIf(not, anyRow("chat.channel", ids))),
    ...groups.flatMap((group) => toChatConditions(group, config, ownId)),
  ];
  const visitors = tokens.filter(({ name }) => name === "visitor").map(parseVisitor);
  const companies = tokens.filter(({ name }) => name === "company").map(parseCompany);
  const after = tokens
    .filter(({ name }) => name === "after")
    .map((token) => parseTokenTime(token, config));
  const before = tokens
    .filter(({ name }) => name === "before")
    .map((token) => parseTokenTime(token, config));
  return {
    messages: terms.length + marks.length > 0 ? { terms, marks } : null,
    chats: { condition: { all }, facts: chatFacts, now },
    visitorChannels,
    visitors: visitors.length === 0 ? undefined : visitors,
    companies: companies.length === 0 ? undefined : companies,
    after: after.length === 0 ? undefined : Math.max(...after),
    before: before.length === 0 ? undefined : Math.min(...before),
  };
}

/** A message must have a mark of every name of included tokens, and no mark of an excluded one. */
function toMarkConditions(
  tokens: readonly SearchToken[],
  config: AccountConfig,
  ownId: number,
): readonly MarkCondition[] {
  return groupTokens(tokens).flatMap((group) => {
    const [{ name, isNegated }] = group;
    const marks =
      name === "from"
        ? group.flatMap((token) => listAuthorMarks(token, config, ownId))
        : name === "has"
          ? group.map(parseFileMark)
          : [];
    return marks.length === 0 ? [] : [{ marks, isNegated }];
  });
}
function parseFileMark({ value, rawText }: SearchToken): string {
  return value.toLowerCase() === "file" ? "@f" : rejectToken(`${rawText}: only has:file is known.`);
}
const authorKinds: ReadonlyMap<string, string> = new Map([
  ["visitor", "@v"],
  ["operator", "@o"],
  ["bot", "@b"],
]);
function listAuthorMarks(
  { value, rawText }: SearchToken,
  config: AccountConfig,
  ownId: number,
): readonly string[] {
  const kind = authorKinds.get(value.toLowerCase());
  if (kind !== undefined) return [kind];
  const marks = [
    ...findByName(value, config.operators.values(), ownId).map((id) => `@o${id}`),
    ...findByName(value, config.bots.values()).map((id) => `@b${id}`),
  ];
  return marks.length > 0
    ? marks
    : rejectToken(`${rawText}: nobody has this name. You can also use visitor, operator or bot.`);
}

type TokenGroup = readonly [SearchToken, ...SearchToken[]];
/** Groups tokens of the same name and sign. A chat must match any of the values. */
function groupTokens(tokens: readonly SearchToken[]): readonly TokenGroup[] {
  const groups = new Map<string, [SearchToken, ...SearchToken[]]>();
  for (const token of tokens) {
    const key = `${token.isNegated ? "-" : ""}${token.name}`;
    const group = groups.get(key);
    if (group) group.push(token);
    else groups.set(key, [token]);
  }
  return [...groups.values()];
}
function toChatConditions(
  group: TokenGroup,
  config: AccountConfig,
  ownId: number,
): readonly Condition[] {
  const [{ name, isNegated }] = group;
  const condition = chatConditions[name]?.({ group, config, ownId });
  if (condition === undefined) return [];
  return [negateIf(isNegated, condition)];
}
const negateIf = (not: boolean, condition: Condition): Condition =>
  not ? { not: condition } : condition;

interface TokenContext {
  readonly group: TokenGroup;
  readonly config: AccountConfig;
  readonly ownId: number;
}

/** The tokens about chats alone. `channel` is also about visitors. */
const chatConditions: Readonly<Partial<Record<TokenName, (context: TokenContext) => Condition>>> = {
  operator: ({ group, config, ownId }) =>
    anyRow("chat.took_part", findIds(group, config.operators.values(), "operator", ownId)),
  department: ({ group, config }) =>
    anyRow("chat.department", findIds(group, config.departments.values(), "department")),
  bot: ({ group, config }) => anyRow("chat.bot", findIds(group, config.bots.values(), "bot")),
  rating: ({ group }) => ({
    any: group.map((token) => {
      const rating = parseRating(token);
      return rating === null
        ? { fact: "chat.rating", op: "missing" }
        : { fact: "chat.rating", op: "is", value: rating };
    }),
  }),
  tag: ({ group, config }) => toTagCondition(group, config),
  priority: ({ group }) => ({
    any: group.map((token) => {
      const priority = parsePriority(token);
      return priority === null
        ? { fact: "chat.priority", op: "missing" }
        : { fact: "chat.priority", op: "is", value: priority };
    }),
  }),
  state: ({ group }) => ({ fact: "chat.state", op: "any_of", value: group.map(parseState) }),
  country: (context) => anyText("chat.country", "is", context),
  // A language includes its regions: `pt` finds `pt-BR`.
  language: (context) => anyText("chat.language", "starts", context),
  page: (context) => anyText("chat.page", "contains", context),
};
const anyRow = (fact: string, ids: readonly number[]): Condition => ({
  fact,
  op: "any_of",
  value: ids,
});
const anyText = (
  fact: string,
  op: "is" | "starts" | "contains",
  { group }: TokenContext,
): Condition => ({
  any: group.map(({ name, value, rawText }) =>
    value === ""
      ? rejectToken(`${rawText}: write a ${name} after the colon.`)
      : { fact, op, value },
  ),
});

function findIds(
  group: TokenGroup,
  rows: Iterable<NamedRow>,
  kindName: string,
  self?: number,
): readonly number[] {
  const named = [...rows];
  return group.flatMap((token) => {
    const found = findByName(token.value, named, self);
    return found.length > 0
      ? found
      : rejectToken(`${token.rawText}: there is no ${kindName} with this name.`);
  });
}

function parseRating({ value, rawText }: SearchToken): "positive" | "negative" | null {
  const rating = value.toLowerCase();
  if (rating === "positive" || rating === "negative") return rating;
  return rating === "none"
    ? null
    : rejectToken(`${rawText}: a rating is positive, negative or none.`);
}
function parsePriority({ value, rawText }: SearchToken): ChatPriority | null {
  const name = value.toLowerCase();
  if (name === "normal") return null;
  return (
    chatPriorities.find((priority) => priority === name) ??
    rejectToken(`${rawText}: a priority is low, normal, high or urgent.`)
  );
}
const states = ["waiting", "bot", "open", "closed"] as const;
function parseState({ value, rawText }: SearchToken): (typeof states)[number] {
  return (
    states.find((state) => state === value.toLowerCase()) ??
    rejectToken(`${rawText}: a state is waiting, bot, open or closed.`)
  );
}
/** Names of tags match too, because earlier chats keep removed tags. */
function toTagCondition(group: TokenGroup, { tags }: AccountConfig): Condition {
  const names = group.map(({ value, rawText }) =>
    value === "" ? rejectToken(`${rawText}: a tag is missing.`) : normalizeName(value),
  );
  const ids = [...tags].filter(([, name]) => names.includes(normalizeName(name))).map(([id]) => id);
  return {
    any: [anyRow("chat.tags", ids), { fact: "chat.tag_names", op: "any_of", value: names }],
  };
}
function parseVisitor({ value, rawText, isNegated }: SearchToken): number {
  const number = /^#?([1-9][0-9]{0,14})$/.exec(value)?.[1];
  if (isNegated) rejectToken(`${rawText}: a visitor cannot be excluded.`);
  return number === undefined
    ? rejectToken(`${rawText}: write the number of a visitor, like visitor:1042.`)
    : Number(number);
}
function parseCompany({ value, rawText, isNegated }: SearchToken): string {
  if (isNegated) rejectToken(`${rawText}: a company cannot be excluded.`);
  return value.trim() === "" ? rejectToken(`${rawText}: write a company after the colon.`) : value;
}

/** Returns the given time, or for a date the start of that day in the account's time zone. */
function parseTokenTime({ value, rawText, isNegated }: SearchToken, config: AccountConfig): number {
  if (isNegated) rejectToken(`${rawText}: turn it round, after: and before: say the same.`);
  if (isTime(value)) return Date.parse(value);
  const day = parseDay(value);
  if (day === null)
    return rejectToken(
      `${rawText}: write a day like 2026-11-20 or a time like 2026-11-20T09:00:00Z.`,
    );
  return startOfDay(config.hours?.timezone ?? "UTC", day);
}

interface NamedRow {
  readonly id: number;
  readonly name: string;
}
/** Finds by number, else by full name, else by the beginning of a word of the name. */
function findByName(text: string, rows: Iterable<NamedRow>, ownId?: number): readonly number[] {
  const searchedName = normalizeName(text);
  if (searchedName === "") return [];
  if (searchedName === "me" && ownId !== undefined) return [ownId];
  const all = [...rows];
  const byId = all.filter(({ id }) => String(id) === searchedName);
  const exactMatches = all.filter(({ name }) => normalizeName(name) === searchedName);
  const prefixMatches = all.filter(({ name }) =>
    ` ${normalizeName(name)}`.includes(` ${searchedName}`),
  );
  return (byId.length > 0 ? byId : exactMatches.length > 0 ? exactMatches : prefixMatches).map(
    ({ id }) => id,
  );
}
/** Normalizes a name for comparison. Drops quotes, because the value of a token may be quoted. */
const normalizeName = (name: string): string => name.replaceAll('"', "").trim().toLowerCase();
function rejectToken(message: string): never {
  return refuse("invalid_request", message, { field: "q" });
}
