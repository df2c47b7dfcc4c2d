import { useLayoutEffect, useState, type KeyboardEvent, type RefObject } from "react";
import { announce } from "../../ui/announcer.tsx";
import { filterWords } from "./filter-words.ts";
import { useSuggestions, type Suggestion } from "./suggestions.ts";
import { t } from "./text.ts";
import { hoisted, partsOf, putIn, tokenAt, written, type Token, type TokenName } from "./tokens.ts";

export interface SearchBarInput {
  /** The query, with its finished tokens first. */
  text: string;
  onText: (text: string) => void;
  /** Enter: searches now, without the typing delay. */
  onSearch: () => void;
  /** Arrow down in the field while no suggestion is shown. */
  onDown: () => void;
  field: RefObject<HTMLInputElement | null>;
  /** Names of visitors by number. */
  people: ReadonlyMap<number, string>;
}

export interface SearchBarState {
  readonly filters: readonly Token[];
  /** Text of the field: the query without its filters. */
  readonly words: string;
  /** Index of the selected filter. −1: none. */
  readonly selected: number;
  /** Starts a token of this name in the field, where its values are suggested. */
  readonly add: (name: TokenName) => void;
  readonly remove: (filter: Token) => void;
  readonly token: Token | null;
  readonly suggestions: readonly Suggestion[];
  /** Whether the suggestions are shown. */
  readonly shown: boolean;
  /** Index of the active suggestion. −1: none. */
  readonly at: number;
  readonly point: (at: number) => void;
  readonly take: (one: Suggestion) => void;
  /** Removes all filters and words. */
  readonly clear: () => void;
  readonly typed: (field: HTMLInputElement) => void;
  readonly moved: (field: HTMLInputElement) => void;
  readonly close: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** State of the search field: filters, suggestions at the caret, and key handling. */
export function useSearchBar(input: SearchBarInput): SearchBarState {
  const { text, onText, field, people } = input;
  const { filters, head, words } = partsOf(text);
  const [caret, setCaret] = useState(words.length);
  const [open, setOpen] = useState(false);
  const [at, point] = useState(-1);
  const [selected, select] = useState(-1);
  const token = open ? tokenAt(words, caret) : null;
  const word = open && token === null ? (/\S*$/u.exec(words.slice(0, caret))?.[0] ?? "") : "";
  const suggestions = useSuggestions(token, word);
  const shown = open && suggestions.length > 0;
  const focusAt = useFocusAt(field);
  /** Writes other words. Tokens that they finish become filters. Returns the new caret position. */
  const write = (next: string, place: number): number => {
    const whole = hoisted(head + next);
    const left = partsOf(whole).words;
    const moved = left === next ? place : left.length;
    onText(whole);
    setCaret(moved);
    point(-1);
    select(-1);
    setOpen(true);
    return moved;
  };
  const change = (next: string, place: number) => focusAt(write(next, place));
  const remove = ({ from, to }: Token) => {
    onText(text.slice(0, from) + text.slice(to + 1));
    select(-1);
    focusAt(words.length);
  };
  const state = {
    filters,
    words,
    selected,
    token,
    suggestions,
    shown,
    at,
    point,
    remove,
    add: (name: TokenName) => {
      const next = putIn(words, words.length, words.length, `${name}:`);
      change(next.text, next.caret);
    },
    take: (one: Suggestion) => {
      const value = one.isName ? one.text : written(token?.name ?? "from", one.text, token?.not ?? false);
      const next = putIn(words, token?.from ?? caret - word.length, token?.to ?? caret, value);
      change(next.text, next.caret);
    },
    clear: () => {
      onText("");
      select(-1);
      focusAt(0);
    },
    typed: ({ value, selectionStart }: HTMLInputElement) => {
      const place = selectionStart ?? value.length;
      const moved = write(value, place);
      if (moved !== place) focusAt(moved);
    },
    moved: ({ selectionStart }: HTMLInputElement) => setCaret(selectionStart ?? 0),
    close: () => {
      setOpen(false);
      select(-1);
    },
  };
  const last = filters.at(-1);
  const backspace = () => {
    if (last === undefined) return;
    if (selected >= 0) return remove(last);
    select(filters.length - 1);
    announce(t("search.chip.selected", { ...filterWords(last, people) }));
  };
  return { ...state, onKeyDown: (event) => pressed(event, keysOf(input, state, words === "" && last ? backspace : null)) };
}

type Keys = Partial<Record<string, () => void>>;

function keysOf(
  { text, onSearch, onDown }: SearchBarInput,
  { suggestions, shown, at, selected, ...bar }: Omit<SearchBarState, "onKeyDown">,
  backspace: (() => void) | null,
): Keys {
  const last = suggestions.length - 1;
  const chosen = shown ? suggestions[at] : undefined;
  const search = () => {
    bar.close();
    onSearch();
  };
  return {
    ArrowDown: shown ? () => bar.point(Math.min(at + 1, last)) : onDown,
    ArrowUp: () => shown && bar.point(at < 0 ? last : at - 1),
    Enter: chosen ? () => bar.take(chosen) : search,
    ...(backspace && { Backspace: backspace, ...(selected >= 0 && { Delete: backspace }) }),
    ...(chosen && { Tab: () => bar.take(chosen) }),
    ...(shown || selected >= 0 ? { Escape: bar.close } : text !== "" && { Escape: bar.clear }),
  };
}

function pressed(event: KeyboardEvent, keys: Keys): void {
  const run = keys[event.key];
  if (!run || event.nativeEvent.isComposing || (event.key === "Tab" && event.shiftKey)) return;
  event.preventDefault();
  run();
}

/**
 * Sets the caret together with the field's new text. One frame later the operator may have typed
 * more.
 */
function useFocusAt(field: SearchBarInput["field"]): (place: number) => void {
  const [wished, wish] = useState<{ readonly place: number } | null>(null);
  useLayoutEffect(() => {
    if (wished === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(wished.place, wished.place);
  }, [wished, field]);
  return (place) => wish({ place });
}
