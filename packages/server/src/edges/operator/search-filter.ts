import { refuse } from "../../core/failure.ts";
import type { ChatCondition, SearchFilter } from "../../core/record/search.ts";
import type { AccountConfig } from "../../core/command.ts";
import { parseDay, startOfDay } from "../../core/report/period.ts";
import { toTsQuery, type SearchQuery, type Token, type TokenName } from "../../core/search/query.ts";

/** Maximum number of words and tokens in one query. */
const mostParts = 20;

/**
 * Converts a query to a filter (API-070). Names mean the account's current channels, departments,
 * bots and operators. `me` is the operator who searches. Throws `invalid_request` with field `q`
 * and the unknown token.
 */
export function filterOf({ terms, tokens }: SearchQuery, config: AccountConfig, me: number): SearchFilter {
  if (terms.length + tokens.length > mostParts) faulty(`A search has at most ${mostParts} words and tokens.`);
  const marks = tokens.flatMap((token) => markOf(token, config, me));
  const isIndexed = terms.length > 0 || marks.length > 0;
  const chats = grouped(tokens).flatMap((group) => chatTest(group, config, me));
  const visitors = tokens.filter(({ name }) => name === "visitor").map(visitorOf);
  const after = tokens.filter(({ name }) => name === "after").map((token) => timeOf(token, config));
  const before = tokens.filter(({ name }) => name === "before").map((token) => timeOf(token, config));
  return {
    index: isIndexed ? toTsQuery(terms, anyOf(marks)) : null,
    chats,
    ...(visitors.length === 0 ? {} : { visitors }),
    ...(after.length === 0 ? {} : { after: Math.max(...after) }),
    ...(before.length === 0 ? {} : { before: Math.min(...before) }),
  };
}

/** A condition on messages. The index stores it as a word (0025_search.sql). */
interface Mark {
  readonly name: TokenName;
  readonly not: boolean;
  readonly text: string;
}
function markOf(token: Token, config: AccountConfig, me: number): readonly Mark[] {
  const mark = (text: string): Mark => ({ name: token.name, not: token.isNegated, text });
  if (token.name === "has")
    return token.value.toLowerCase() === "file" ? [mark("'~@f'")] : faulty(`${token.rawText}: only has:file is known.`);
  if (token.name !== "from") return [];
  const value = token.value.toLowerCase();
  if (value === "visitor") return [mark("'~@v'")];
  if (value === "operator") return [mark("'~@o':*")];
  if (value === "bot") return [mark("'~@b':*")];
  const people = named(token.value, config.operators.values(), me).map((id) => mark(`'~@o${id}'`));
  const bots = named(token.value, config.bots.values()).map((id) => mark(`'~@b${id}'`));
  const all = [...people, ...bots];
  return all.length > 0 ? all : faulty(`${token.rawText}: there is nobody of that name; visitor, operator and bot are known too.`);
}

/** Combines conditions: any value of one token, all tokens, none of the excluded ones. */
function anyOf(marks: readonly Mark[]): readonly string[] {
  const wanted = marks.filter(({ not }) => !not);
  const groups = (["from", "has"] as const).map((name) => wanted.filter((one) => one.name === name).map(({ text }) => text));
  return [
    ...groups.filter((group) => group.length > 0).map((group) => (group.length === 1 ? group.join("") : `(${group.join(" | ")})`)),
    ...marks.filter(({ not }) => not).map(({ text }) => `!${text}`),
  ];
}

type Group = readonly [Token, ...Token[]];
/** Groups tokens with the same name and sign. Any of their values matches. */
function grouped(tokens: readonly Token[]): readonly Group[] {
  const groups = new Map<string, [Token, ...Token[]]>();
  for (const token of tokens) {
    const key = `${token.isNegated ? "-" : ""}${token.name}`;
    const group = groups.get(key);
    if (group) group.push(token);
    else groups.set(key, [token]);
  }
  return [...groups.values()];
}
function chatTest(group: Group, config: AccountConfig, me: number): readonly ChatCondition[] {
  const [{ name, isNegated: not }] = group;
  const ids = (rows: () => Iterable<Named>, what: string, self?: number): readonly number[] =>
    group.flatMap((token) => {
      const found = named(token.value, rows(), self);
      return found.length > 0 ? found : faulty(`${token.rawText}: there is no ${what} of that name.`);
    });
  switch (name) {
    case "channel":
      return [{ is: "channel", not, ids: ids(() => config.channels.values(), "channel") }];
    case "operator":
      return [{ is: "operator", not, ids: ids(() => config.operators.values(), "operator", me) }];
    case "department":
      return [{ is: "department", not, ids: ids(() => config.departments.values(), "department") }];
    case "rating":
      return [{ is: "rating", not, ratings: group.map(ratingOf) }];
    case "tag":
      return [{ is: "tag", not, ...tagsOf(group, config) }];
    case "state":
      return [{ is: "state", not, states: group.map(stateOf) }];
    case "from":
    case "has":
    case "after":
    case "before":
    case "visitor":
      return [];
  }
}
function ratingOf({ value, rawText: written }: Token): "positive" | "negative" | null {
  const rating = value.toLowerCase();
  if (rating === "positive" || rating === "negative") return rating;
  return rating === "none" ? null : faulty(`${written}: a rating is positive, negative or none.`);
}
const states = ["waiting", "bot", "open", "closed"] as const;
function stateOf({ value, rawText: written }: Token): (typeof states)[number] {
  return states.find((state) => state === value.toLowerCase()) ?? faulty(`${written}: a state is waiting, bot, open or closed.`);
}
/** Returns the tags. A removed tag stays on its chats by name, so an unknown name is no error. */
function tagsOf(group: Group, { tags }: AccountConfig): { readonly ids: readonly number[]; readonly names: readonly string[] } {
  const names = group.map(({ value, rawText: written }) => (value === "" ? faulty(`${written}: a tag is missing.`) : asWritten(value)));
  return { names, ids: [...tags].filter(([, name]) => names.includes(asWritten(name))).map(([id]) => id) };
}
function visitorOf({ value, rawText: written, isNegated: not }: Token): number {
  const number = /^#?([1-9][0-9]{0,14})$/.exec(value)?.[1];
  if (not) faulty(`${written}: a visitor cannot be excluded.`);
  return number === undefined ? faulty(`${written}: write the number of a visitor, like visitor:1042.`) : Number(number);
}

/** Returns the start of a day in the account's time zone, or the given time. */
function timeOf({ value, rawText: written, isNegated: not }: Token, config: AccountConfig): number {
  if (not) faulty(`${written}: turn it round, after: and before: say the same.`);
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(value) && !Number.isNaN(Date.parse(value)))
    return Date.parse(value);
  const day = parseDay(value);
  if (day === null) return faulty(`${written}: write a day like 2026-11-20 or a time like 2026-11-20T09:00:00Z.`);
  return startOfDay(config.hours?.timezone ?? "UTC", day);
}

interface Named {
  readonly id: number;
  readonly name: string;
}
/** Returns ids by number, else by the whole name, else by the start of a word of the name. */
function named(text: string, rows: Iterable<Named>, me?: number): readonly number[] {
  const wanted = asWritten(text);
  if (wanted === "") return [];
  if (wanted === "me" && me !== undefined) return [me];
  const all = [...rows];
  const byId = all.filter(({ id }) => String(id) === wanted);
  const whole = all.filter(({ name }) => asWritten(name) === wanted);
  const begins = all.filter(({ name }) => ` ${asWritten(name)}`.includes(` ${wanted}`));
  return (byId.length > 0 ? byId : whole.length > 0 ? whole : begins).map(({ id }) => id);
}
/** Normalizes a name for comparison. Quotes are dropped, because a token's value may be quoted. */
const asWritten = (name: string): string => name.replaceAll('"', "").trim().toLowerCase();
function faulty(message: string): never {
  return refuse("invalid_request", message, { field: "q" });
}
