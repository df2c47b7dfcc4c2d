import { useLayoutEffect, useState, type KeyboardEvent, type RefObject } from "react";
import { announce } from "../../../ui/live-region.tsx";
import { filterText } from "./format-filter.ts";
import { useSuggestions, type Suggestion } from "./use-suggestions.ts";
import { t } from "../text.ts";
import {
  moveFiltersFirst,
  splitQuery,
  replaceRange,
  findTokenAt,
  formatToken,
  type Token,
  type TokenName,
} from "../tokens.ts";

export interface SearchBarInput {
  /** The query with its complete tokens first. */
  text: string;
  onText: (text: string) => void;
  /** Called on Enter: searches immediately, without the typing delay. */
  onSearch: () => void;
  /** Called when Arrow Down is pressed in the field while no suggestion is shown. */
  onDown: () => void;
  field: RefObject<HTMLInputElement | null>;
  /** Names of visitors by visitor number. */
  visitorNames: ReadonlyMap<number, string>;
}

export interface SearchBarState {
  readonly filters: readonly Token[];
  /** Text in the field: the query without its filters. */
  readonly words: string;
  /** Index of the selected filter, or −1. */
  readonly selected: number;
  /** Inserts a token name into the field, where its values are suggested. */
  readonly add: (name: TokenName) => void;
  readonly remove: (filter: Token) => void;
  readonly token: Token | null;
  readonly suggestions: readonly Suggestion[];
  readonly isShown: boolean;
  /** Index of the active suggestion, or −1. */
  readonly activeIndex: number;
  readonly setActive: (at: number) => void;
  readonly applySuggestion: (one: Suggestion) => void;
  /** Removes all filters and words. */
  readonly clear: () => void;
  readonly onType: (field: HTMLInputElement) => void;
  readonly onCaretMove: (field: HTMLInputElement) => void;
  readonly close: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Manages the search field: filters, suggestions at the caret, and keys. */
export function useSearchBar(input: SearchBarInput): SearchBarState {
  const { text, visitorNames } = input;
  const { filters, words } = splitQuery(text);
  const { caret, isOpen, close, ...query } = useQueryEdits(input);
  const { selected, select, activeIndex, setActive, change, remove, clear } = query;
  const token = isOpen ? findTokenAt(words, caret) : null;
  const word = isOpen && token === null ? (/\S*$/u.exec(words.slice(0, caret))?.[0] ?? "") : "";
  const suggestions = useSuggestions(token, word);
  const state = {
    filters,
    words,
    selected,
    token,
    suggestions,
    isShown: isOpen && suggestions.length > 0,
    activeIndex,
    setActive,
    remove,
    clear,
    close,
    onType: query.onType,
    onCaretMove: query.onCaretMove,
    add: (name: TokenName) => change(replaceRange(words, words.length, words.length, `${name}:`)),
    applySuggestion(one: Suggestion) {
      const value = one.isName
        ? one.text
        : formatToken(token?.name ?? "from", one.text, token?.not ?? false);
      change(replaceRange(words, token?.from ?? caret - word.length, token?.to ?? caret, value));
    },
  };
  const last = filters.at(-1);
  const backspace = () => {
    if (last === undefined) return;
    if (selected >= 0) return remove(last);
    select(filters.length - 1);
    announce(t("search.chip.selected", { ...filterText(last, visitorNames) }));
  };
  return {
    ...state,
    onKeyDown: (event) =>
      handleKey(
        event,
        createKeyHandlers(input, state, words === "" && last ? backspace : undefined),
      ),
  };
}

/**
 * Changes of the query: by typing, by suggestions, and of its filters. Keeps caret and selection.
 */
function useQueryEdits({ text, onText, field }: SearchBarInput) {
  const { head, words } = splitQuery(text);
  const [caret, setCaret] = useState(words.length);
  const [isOpen, setOpen] = useState(false);
  const [activeIndex, setActive] = useState(-1);
  const [selected, select] = useState(-1);
  const focusAt = useFocusAt(field);
  /**
   * Replaces the words in the field. Tokens that become complete turn into filters. Returns the new
   * caret position.
   */
  const write = (next: string, caretPosition: number): number => {
    const whole = moveFiltersFirst(head + next);
    const remaining = splitQuery(whole).words;
    const moved = remaining === next ? caretPosition : remaining.length;
    onText(whole);
    setCaret(moved);
    setActive(-1);
    select(-1);
    setOpen(true);
    return moved;
  };
  return {
    caret,
    isOpen,
    activeIndex,
    setActive,
    selected,
    select,
    change: (next: { readonly text: string; readonly caret: number }) =>
      focusAt(write(next.text, next.caret)),
    remove: ({ from, to }: Token) => {
      onText(text.slice(0, from) + text.slice(to + 1));
      select(-1);
      focusAt(words.length);
    },
    clear: () => {
      onText("");
      select(-1);
      focusAt(0);
    },
    onType: ({ value, selectionStart }: HTMLInputElement) => {
      const position = selectionStart ?? value.length;
      const moved = write(value, position);
      if (moved !== position) focusAt(moved);
    },
    onCaretMove: ({ selectionStart }: HTMLInputElement) => setCaret(selectionStart ?? 0),
    close: () => {
      setOpen(false);
      select(-1);
    },
  };
}

type KeyHandlers = Partial<Record<string, () => void>>;

function createKeyHandlers(
  { text, onSearch, onDown }: SearchBarInput,
  { suggestions, isShown, activeIndex, selected, ...bar }: Omit<SearchBarState, "onKeyDown">,
  backspace: (() => void) | undefined,
): KeyHandlers {
  const last = suggestions.length - 1;
  const chosen = isShown ? suggestions[activeIndex] : undefined;
  const search = () => {
    bar.close();
    onSearch();
  };
  return {
    ArrowDown: isShown ? () => bar.setActive(Math.min(activeIndex + 1, last)) : onDown,
    ArrowUp: () => isShown && bar.setActive(activeIndex < 0 ? last : activeIndex - 1),
    Enter: chosen ? () => bar.applySuggestion(chosen) : search,
    Backspace: backspace,
    Delete: selected >= 0 ? backspace : undefined,
    Tab: chosen && (() => bar.applySuggestion(chosen)),
    Escape: isShown || selected >= 0 ? bar.close : text === "" ? undefined : bar.clear,
  };
}

function handleKey(event: KeyboardEvent, keys: KeyHandlers): void {
  const run = keys[event.key];
  if (!run || event.nativeEvent.isComposing || (event.key === "Tab" && event.shiftKey)) return;
  event.preventDefault();
  run();
}

/**
 * Returns a function that focuses the field and sets the caret in the render that changes its text.
 * A frame later, more text may have been typed.
 */
function useFocusAt(field: SearchBarInput["field"]): (position: number) => void {
  const [pending, setPending] = useState<{ readonly position: number } | null>(null);
  useLayoutEffect(() => {
    if (pending === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(pending.position, pending.position);
  }, [pending, field]);
  return (position) => setPending({ position });
}
