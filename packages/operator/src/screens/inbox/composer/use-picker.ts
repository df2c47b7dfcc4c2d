import { useCallback, useRef, useState, type KeyboardEvent } from "react";
import { triggerAt, type Mark, type Trigger } from "./trigger.ts";
import type { Writing } from "./writing.ts";

/** An open picker sees the keys of the field first; it answers true when it used one. */
export type PickerKeys = (event: KeyboardEvent) => boolean;

/** What a picker gets. The focus stays in the field all the time. */
export interface PickerProps {
  readonly writing: Writing;
  readonly trigger: Trigger;
  /** Called with what takes keys, with null when the picker is gone. */
  readonly listenKeys: (keys: PickerKeys | null) => void;
  /** Id of the list, which the field names; and of its present option, null for none. */
  readonly listId: string;
  readonly onActive: (optionId: string | null) => void;
  readonly onClose: () => void;
}

/** Which picker is open: the sign before the caret decides, Esc closes it until the word is another one. */
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
  /** Looks again where the caret stands: after each change and each move. */
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
