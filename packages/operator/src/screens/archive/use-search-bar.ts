import { useLayoutEffect, useState, type KeyboardEvent, type RefObject } from "react";
import { useSuggestions, type Suggestion } from "./suggestions.ts";
import { putIn, tokenAt, written, type Token } from "./tokens.ts";

export interface SearchBarInput {
  text: string;
  onText: (text: string) => void;
  /** Enter: now, without waiting for the end of typing. */
  onSearch: () => void;
  /** Down from the field, with no suggestion there. */
  onDown: () => void;
  field: RefObject<HTMLInputElement | null>;
}

export interface SearchBarState {
  readonly token: Token | null;
  readonly suggestions: readonly Suggestion[];
  /** Whether the suggestions are shown. */
  readonly shown: boolean;
  /** Which of them the keys stand on; −1: none. */
  readonly at: number;
  readonly point: (at: number) => void;
  readonly take: (one: Suggestion) => void;
  /** Other words, the caret there, and the field in use. */
  readonly change: (text: string, caret: number) => void;
  readonly typed: (field: HTMLInputElement) => void;
  readonly moved: (field: HTMLInputElement) => void;
  readonly close: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** What the field of the archive offers at its caret, and what keys do with it. */
export function useSearchBar(input: SearchBarInput): SearchBarState {
  const { text, onText, field } = input;
  const [caret, setCaret] = useState(text.length);
  const [open, setOpen] = useState(false);
  const [at, point] = useState(-1);
  const token = open ? tokenAt(text, caret) : null;
  const word = open && token === null ? (/\S*$/u.exec(text.slice(0, caret))?.[0] ?? "") : "";
  const suggestions = useSuggestions(token, word);
  const shown = open && suggestions.length > 0;
  const focusAt = useFocusAt(field);
  const wrote = (next: string, place: number) => {
    onText(next);
    setCaret(place);
    point(-1);
    setOpen(true);
  };
  const change = (next: string, place: number) => {
    wrote(next, place);
    focusAt(place);
  };
  const take = (one: Suggestion) => {
    const words = one.isName ? one.text : written(token?.name ?? "from", one.text, token?.not ?? false);
    const next = putIn(text, token?.from ?? caret - word.length, token?.to ?? caret, words);
    change(next.text, next.caret);
  };
  const close = () => setOpen(false);
  const typed = ({ value, selectionStart }: HTMLInputElement) => wrote(value, selectionStart ?? value.length);
  const moved = ({ selectionStart }: HTMLInputElement) => setCaret(selectionStart ?? 0);
  const state = { token, suggestions, shown, at, point, take, change, typed, moved, close };
  return { ...state, onKeyDown: (event) => pressed(event, keysOf(input, state)) };
}

type Keys = Partial<Record<string, () => void>>;

function keysOf({ text, onSearch, onDown }: SearchBarInput, { suggestions, shown, at, ...bar }: Omit<SearchBarState, "onKeyDown">): Keys {
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
    ...(chosen && { Tab: () => bar.take(chosen) }),
    ...(shown ? { Escape: bar.close } : text !== "" && { Escape: () => bar.change("", 0) }),
  };
}

function pressed(event: KeyboardEvent, keys: Keys): void {
  const run = keys[event.key];
  if (!run || event.nativeEvent.isComposing || (event.key === "Tab" && event.shiftKey)) return;
  event.preventDefault();
  run();
}

/** Puts the caret somewhere together with the field's new words: a frame later somebody may have typed on. */
function useFocusAt(field: SearchBarInput["field"]): (place: number) => void {
  const [wished, wish] = useState<{ readonly place: number } | null>(null);
  useLayoutEffect(() => {
    if (wished === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(wished.place, wished.place);
  }, [wished, field]);
  return (place) => wish({ place });
}
