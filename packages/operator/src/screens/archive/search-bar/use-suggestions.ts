import type { Channel, Operator } from "@parlour/protocol";
import type { Bot, Companies, Department, Tag } from "@parlour/protocol/api";
import { priorityNames } from "@parlour/protocol/chat-priority";
import { useQuery } from "@tanstack/react-query";
import { browserClock } from "../../../state/clock.ts";
import { api } from "../../../state/api/api.ts";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { useDebounced } from "../../../ui/loading/delay.ts";
import { valueLabel } from "./format-filter.ts";
import {
  matchingValues,
  tokenNames,
  type Token,
  type TokenName,
  type TokenValue,
} from "../tokens.ts";

/** Delay in milliseconds between the last keystroke and the request for companies. */
const companyDelayMs = 250;
const maxCompanies = 8;

export interface Suggestion extends TokenValue {
  /** Whether `text` is a token name with its colon, not a value. */
  readonly isName: boolean;
}

/** Returns the suggestions at the caret: values of the token, or names of tokens. */
export function useSuggestions(token: Token | null, word: string): readonly Suggestion[] {
  const values = useTokenValues(token?.name ?? null, token?.value ?? "");
  if (token !== null) {
    const matching = matchingValues(values, token.value);
    return matching.length === 1 && matching[0]?.text === token.value
      ? []
      : matching.map((value) => ({ ...value, isName: false }));
  }
  if (word.length < 2) return [];
  return tokenNames
    .filter((name) => name.startsWith(word.toLowerCase()))
    .map((name) => ({ text: `${name}:`, label: `${name}:`, isName: true }));
}

/** Returns the values of a token. Of companies, only those that begin with `typed` are loaded. */
function useTokenValues(name: TokenName | null, typed: string): readonly TokenValue[] {
  const me = useCurrentOperator();
  const isOperatorToken = name === "from" || name === "operator";
  const operators = useQuery({
    queryKey: ["operators"],
    queryFn: () => api.list<Operator>("/operators"),
    enabled: isOperatorToken,
    retry: 0,
  });
  const channels = useQuery({
    queryKey: ["channels", "all"],
    queryFn: () => api.list<Channel>("/channels"),
    enabled: name === "channel",
    retry: 0,
  });
  const departments = useQuery({
    queryKey: ["departments"],
    queryFn: () => api.list<Department>("/departments"),
    enabled: name === "department",
    retry: 0,
  });
  const bots = useQuery({
    queryKey: ["bots"],
    queryFn: () => api.list<Bot>("/bots"),
    enabled: name === "bot" && can(me, "bots.read"),
    retry: 0,
  });
  const tags = useQuery({
    queryKey: ["tags"],
    queryFn: () => api.list<Tag>("/tags"),
    enabled: name === "tag",
    retry: 0,
  });
  const prefix = useDebounced(name === "company" ? typed : "", companyDelayMs);
  const companies = useQuery({
    queryKey: ["companies", "suggested", prefix],
    queryFn: async ({ signal }) => {
      const query = { q: prefix, limit: maxCompanies };
      return (await api.get<Companies>("/companies", { query, signal })).items;
    },
    enabled: name === "company",
    retry: 0,
  });
  const names = (rows: readonly { readonly name: string }[] | undefined): readonly TokenValue[] =>
    (rows ?? []).map((row) => ({ text: row.name, label: row.name }));
  const labelled = (...texts: readonly string[]): readonly TokenValue[] =>
    name === null ? [] : texts.map((text) => ({ text, label: valueLabel(name, text) }));
  if (name === null) return [];
  const rows = {
    operator: operators,
    from: operators,
    channel: channels,
    department: departments,
    bot: bots,
    tag: tags,
    company: companies,
  };
  const named = name in rows ? names(rows[name as keyof typeof rows].data) : [];
  return [...labelled(...listFixedValues(name)), ...named];
}

/** Returns the values of a token that do not depend on the account. */
function listFixedValues(name: TokenName): readonly string[] {
  if (name === "after" || name === "before")
    return [0, 1, 7, 30, 90].map((days) => formatDaysAgo(days));
  return fixedValues[name] ?? [];
}
const fixedValues: Readonly<Partial<Record<TokenName, readonly string[]>>> = {
  from: ["visitor", "operator", "bot"],
  operator: ["me"],
  state: ["waiting", "bot", "open", "closed"],
  rating: ["positive", "negative", "none"],
  priority: [...priorityNames],
  has: ["file"],
};

/** Returns the date `days` days ago in the format of a token. */
function formatDaysAgo(days: number): string {
  const day = new Date(browserClock.now());
  day.setDate(day.getDate() - days);
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
