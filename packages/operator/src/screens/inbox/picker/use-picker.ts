import { useCallback, useRef, useState, type KeyboardEvent } from "react";
import type { ComposerApi } from "./composer-api.ts";

/** Key handler of an open picker, before that of the field. Returns whether it handled the key. */
export type PickerKeys = (event: KeyboardEvent) => boolean;

/** What connects the list of a picker to the text field, which keeps the focus. */
export interface PickerListProps {
  /** Receives the key handler of the picker, or null when the picker closes. */
  readonly onKeyHandler: (keys: PickerKeys | null) => void;
  /** Id of the list for the text field. `onActive` receives the active option's id, or null. */
  readonly listId: string;
  readonly onActive: (optionId: string | null) => void;
  readonly onClose: () => void;
}

export interface PickerProps extends PickerListProps {
  readonly composer: ComposerApi;
  readonly trigger: PickerTrigger;
}

/** Tracks which picker is open. After Esc it stays closed until the word changes. */
export function usePicker(
  field: ComposerApi["field"],
  enabledCharacters: readonly TriggerCharacter[],
) {
  const [trigger, setTrigger] = useState<PickerTrigger | null>(null);
  const [active, setActive] = useState<string | null>(null);
  const dismissed = useRef<string | null>(null);
  const keys = useRef<PickerKeys | null>(null);
  /** Enter or Tab, pressed before the list is there (CORE-474). */
  const waitingKey = useRef<KeyboardEvent | null>(null);
  const onKeyHandler = useCallback((next: PickerKeys | null) => {
    keys.current = next;
    if (next === null || waitingKey.current === null) return;
    const event = waitingKey.current;
    waitingKey.current = null;
    next(event);
  }, []);
  const handleKey = (event: KeyboardEvent): boolean => {
    waitingKey.current = null;
    if (trigger === null) return false;
    if (keys.current !== null) return keys.current(event);
    if (event.key === "Escape") close();
    else if (!isPickKey(event)) return false;
    // The press is for the list that loads. Another key ends the wait, and nothing is sent.
    else waitingKey.current = event;
    return true;
  };
  const close = () => {
    waitingKey.current = null;
    dismissed.current = trigger && toTriggerKey(trigger);
    setTrigger(null);
    setActive(null);
  };
  /** Checks the text before the caret after each edit and caret movement. */
  const update = () => {
    const area = field.current;
    const caret = area && area.selectionStart === area.selectionEnd ? area.selectionStart : null;
    const detected = area && caret !== null ? findPickerTrigger(area.value, caret) : null;
    const next = detected && enabledCharacters.includes(detected.character) ? detected : null;
    if (next === null || toTriggerKey(next) !== dismissed.current) dismissed.current = null;
    const visible = next !== null && dismissed.current === null ? next : null;
    if (visible === null) setActive(null);
    if (!isSameTrigger(visible, trigger)) setTrigger(visible);
  };
  return { trigger, active, setActive, onKeyHandler, handleKey, close, update };
}

const isPickKey = ({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (key === "Enter" || key === "Tab") && !shiftKey && !altKey && !ctrlKey && !metaKey;

function isSameTrigger(a: PickerTrigger | null, b: PickerTrigger | null): boolean {
  if (a === null || b === null) return a === b;
  return a.character === b.character && a.from === b.from && a.to === b.to && a.query === b.query;
}
const toTriggerKey = ({ character, from }: PickerTrigger): string => `${character}${from}`;

/** Characters that open a picker: quick replies, emoji, mentions. */
export type TriggerCharacter = "/" | ":" | "@";

/** A trigger character at the start of a word, with the query typed up to the caret. */
interface PickerTrigger {
  readonly character: TriggerCharacter;
  /** Offset of the trigger character (UTF-16). */
  readonly from: number;
  /** Offset of the caret (UTF-16). */
  readonly to: number;
  readonly query: string;
}

const maxQueryLength = 40;

/**
 * Returns the trigger of the word before the caret, or null. A colon needs two letters after it, so
 * that "10:30" and ":)" do not open a picker.
 */
export function findPickerTrigger(text: string, caret: number): PickerTrigger | null {
  const textBefore = text.slice(Math.max(0, caret - maxQueryLength - 1), caret);
  const match = /(?:^|[\s(])([/:@])([^\s/:@]*)$/u.exec(textBefore);
  if (!match) return null;
  const [character, query] = [match[1] as TriggerCharacter, match[2] ?? ""];
  const from = caret - query.length - 1;
  // The window begins inside a longer word, so the character does not start a word.
  if (match.index === 0 && !/^[\s(]/u.test(match[0]) && from > 0) return null;
  if (character === ":" && !/^\p{L}[\p{L}\p{N}_-]+$/u.test(query)) return null;
  return { character, from, to: caret, query };
}
