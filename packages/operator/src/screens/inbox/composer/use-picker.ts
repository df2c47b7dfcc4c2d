import { useCallback, useRef, useState, type KeyboardEvent } from "react";
import { triggerAt, type Mark, type Trigger } from "./trigger.ts";
import type { Writing } from "./writing.ts";

/**
 * Key handler of an open picker. It runs before the field's, and returns true if it used the key.
 */
export type PickerKeys = (event: KeyboardEvent) => boolean;

/** Props of a picker. The focus stays in the field. */
export interface PickerProps {
  readonly writing: Writing;
  readonly trigger: Trigger;
  /** Called with the key handler, and with null when the picker closes. */
  readonly listenKeys: (keys: PickerKeys | null) => void;
  /**
   * Id of the list, referenced by the field. `onActive` receives the id of the current option, or
   * null.
   */
  readonly listId: string;
  readonly onActive: (optionId: string | null) => void;
  readonly onClose: () => void;
}

/**
 * Tracks which picker is open. The character before the caret opens it. After Esc it stays closed
 * until the word changes.
 */
export function usePicker(field: Writing["field"], offered: readonly Mark[]) {
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const [active, setActive] = useState<string | null>(null);
  const closed = useRef<string | null>(null);
  const keys = useRef<PickerKeys | null>(null);
  const listenKeys = useCallback((next: PickerKeys | null) => {
    keys.current = next;
  }, []);
  const takesKey = (event: KeyboardEvent) => trigger !== null && keys.current !== null && keys.current(event);
  const close = () => {
    closed.current = trigger && placeOf(trigger);
    setTrigger(null);
    setActive(null);
  };
  /** Checks the text before the caret after each change or move. */
  const look = () => {
    const area = field.current;
    const caret = area && area.selectionStart === area.selectionEnd ? area.selectionStart : null;
    const found = area && caret !== null ? triggerAt(area.value, caret) : null;
    const next = found && offered.includes(found.mark) ? found : null;
    if (next === null || placeOf(next) !== closed.current) closed.current = null;
    const shown = next !== null && closed.current === null ? next : null;
    if (shown === null) setActive(null);
    if (shown?.mark !== trigger?.mark || shown?.from !== trigger?.from || shown?.to !== trigger?.to || shown?.query !== trigger?.query)
      setTrigger(shown);
  };
  return { trigger, active, setActive, listenKeys, takesKey, close, look };
}

const placeOf = ({ mark, from }: Trigger): string => `${mark}${from}`;
