import type { Channel, Operator } from "@parlour/protocol";
import type { Department, Tag } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../state/api.ts";
import { valueLabel } from "./filter-words.ts";
import { fitting, tokenNames, type Token, type TokenName, type Value } from "./tokens.ts";

export interface Suggestion extends Value {
  /** `text` is a token name with its colon. */
  readonly isName: boolean;
}

/**
 * Returns suggestions at the caret: values of the current token, or token names that start with the
 * word.
 */
export function useSuggestions(token: Token | null, word: string): readonly Suggestion[] {
  const values = useValues(token?.name ?? null);
  if (token !== null) {
    const fit = fitting(values, token.value);
    return fit.length === 1 && fit[0]?.text === token.value ? [] : fit.map((value) => ({ ...value, isName: false }));
  }
  if (word.length < 2) return [];
  return tokenNames
    .filter((name) => name.startsWith(word.toLowerCase()))
    .map((name) => ({ text: `${name}:`, label: `${name}:`, isName: true }));
}

function useValues(name: TokenName | null): readonly Value[] {
  const people = name === "from" || name === "operator";
  const operators = useQuery({ queryKey: ["operators"], queryFn: () => api.list<Operator>("/operators"), enabled: people, retry: 0 });
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
  const tags = useQuery({ queryKey: ["tags"], queryFn: () => api.list<Tag>("/tags"), enabled: name === "tag", retry: 0 });
  const names = (rows: readonly { readonly name: string }[] | undefined): readonly Value[] =>
    (rows ?? []).map((row) => ({ text: row.name, label: row.name }));
  const known = (...texts: readonly string[]): readonly Value[] =>
    name === null ? [] : texts.map((text) => ({ text, label: valueLabel(name, text) }));
  switch (name) {
    case "from":
      return [...known("visitor", "operator", "bot"), ...names(operators.data)];
    case "operator":
      return [...known("me"), ...names(operators.data)];
    case "channel":
      return names(channels.data);
    case "department":
      return names(departments.data);
    case "tag":
      return names(tags.data);
    case "state":
      return known("waiting", "bot", "open", "closed");
    case "rating":
      return known("positive", "negative", "none");
    case "has":
      return known("file");
    case "after":
    case "before":
      return known(...[0, 1, 7, 30, 90].map((days) => dayBefore(days)));
    case "visitor":
    case null:
      return [];
  }
}

/** Returns the date that many days ago, in the format of a token. */
function dayBefore(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() - days);
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
