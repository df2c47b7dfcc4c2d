import type { Operator } from "@parlour/protocol";
import { useEffect, useSyncExternalStore } from "react";
import { useLiveState } from "../../state/live-context.tsx";
import {
  getFailedAlerts,
  subscribeSelfTest,
  getAlertTestResults,
} from "../../state/alerts/alert-self-test.ts";
import { can } from "../../state/session.tsx";
import { useNow } from "../time.ts";
import { useGetStarted } from "./use-get-started.ts";
import { createAdminCheckList, createOperatorCheckList, type CheckListItem } from "./items.ts";
import { createEventEmitter } from "../../state/api/event-emitter.ts";

export interface Start {
  /** Null until the data is loaded. */
  readonly items: readonly CheckListItem[] | null;
  readonly isAllDone: boolean;
  /** Whether the operator hid the check list, or completed it on an earlier day. */
  readonly isOver: boolean;
  /** Null until it is known. */
  readonly hasChats: boolean | null;
  /** Public id of the widget to try. Null if there is none. */
  readonly widget: string | null;
  readonly hide: () => void;
}

/** Returns the check list of the operator. If `always` is true, loads it even if it is over. */
export function useCheckList(me: Operator, always = false): Start {
  const memory = useMemory(me.id);
  const { doneOn } = memory;
  const now = useNow(60_000);
  const today = new Date(now).toDateString();
  const isOver = isListOver(memory, today);
  const isTeam = can(me, "account.manage");
  const { data } = useGetStarted({
    pollIntervalMs: 60_000,
    isNeeded: isTeam && (always || !isOver),
  });
  const hasLoadedChats = useLiveState((state) => state.snapshot.chats.size > 0);
  const areTested = useAreAlertsTested();
  const items = isTeam
    ? data === undefined
      ? null
      : createAdminCheckList(data, { areTested }, now)
    : createOperatorCheckList({ areTested }, me.photo !== null && me.photo !== "");
  const isAllDone = items !== null && items.every(({ isDone }) => isDone);
  useEffect(() => {
    if (isAllDone && doneOn === undefined) remember(me.id, { doneOn: today });
  }, [isAllDone, doneOn, me.id, today]);
  return {
    items,
    isAllDone,
    isOver,
    hasChats: hasLoadedChats ? true : isTeam ? (data?.has_chats ?? null) : false,
    widget: data?.widget?.public_id ?? null,
    hide: () => remember(me.id, { isHidden: true }),
  };
}

/** Returns whether sound and one notification were confirmed on this device. */
function useAreAlertsTested(): boolean {
  useSyncExternalStore(subscribeSelfTest, getFailedAlerts);
  const { sound, notification, push } = getAlertTestResults();
  return sound?.works === true && (notification?.works === true || push?.works === true);
}

/** State of the check list of one operator on this device. */
interface Memory {
  readonly isHidden?: boolean;
  /** Local day on which all items were first done, for example "Mon Nov 23 2026". */
  readonly doneOn?: string;
}
const listeners = createEventEmitter();
const nothing: Memory = {};
/** State by operator, if the browser refused to store it. It lasts until the page is reloaded. */
const unstored = new Map<number, Memory>();
/** Last parsed state. `useSyncExternalStore` requires the same object for the same stored text. */
let last: { text: string; memory: Memory } = { text: "{}", memory: nothing };

const toStorageKey = (operator: number): string => `parlour.start.${operator}`;

/** Returns the state of the check list, the same object until it changes. */
export function readCheckListState(operator: number): Memory {
  const own = unstored.get(operator);
  if (own !== undefined) return own;
  try {
    const text = localStorage.getItem(toStorageKey(operator)) ?? "{}";
    if (text !== last.text) last = { text, memory: (JSON.parse(text) as Memory | null) ?? nothing };
    return last.memory;
  } catch {
    return nothing;
  }
}

export function remember(operator: number, change: Memory): void {
  const memory = { ...readCheckListState(operator), ...change };
  try {
    localStorage.setItem(toStorageKey(operator), JSON.stringify(memory));
    unstored.delete(operator);
  } catch (error) {
    unstored.set(operator, memory);
    console.warn("the choice could not be kept on this device", error);
  }
  listeners.emit();
}

/** Returns whether the list was hidden, or finished on an earlier day (CORE-212). */
export const isListOver = ({ isHidden = false, doneOn }: Memory, today: string): boolean =>
  isHidden || (doneOn !== undefined && doneOn !== today);

function useMemory(operator: number): Memory {
  return useSyncExternalStore(listeners.subscribe, () => readCheckListState(operator));
}
