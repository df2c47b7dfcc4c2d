import type { Operator } from "@parlour/protocol";
import { useEffect, useSyncExternalStore } from "react";
import { useLive } from "../../state/live-context.tsx";
import {
  getFailedAlerts,
  subscribeSelfTest,
  getAlertTestResults,
} from "../../state/alerts/alert-self-test.ts";
import { can } from "../../state/session.tsx";
import { useNow } from "../../ui/time.ts";
import { useGetStarted } from "../setup/steps/use-get-started.ts";
import { itemsOf, ownItemsOf, type Item } from "./items.ts";
import { createEventEmitter } from "../../state/api/event-emitter.ts";

export interface Start {
  /** Null until the facts are read. */
  readonly items: readonly Item[] | null;
  readonly isAllDone: boolean;
  /** Hidden by the person, or done on an earlier day. */
  readonly isOver: boolean;
  /** Null until it is known. */
  readonly hasChats: boolean | null;
  /** Public id of the widget to try; null: there is none. */
  readonly widget: string | null;
  readonly hide: () => void;
}

/** The check list of this person. `always`: also after it is over. */
export function useStart(me: Operator, always = false): Start {
  const memory = useMemory(me.id);
  const { doneOn } = memory;
  const now = useNow(60_000);
  const today = new Date(now).toDateString();
  const isOver = isListOver(memory, today);
  const isTeam = can(me, "team");
  const { data } = useGetStarted({
    pollIntervalMs: 60_000,
    isNeeded: isTeam && (always || !isOver),
  });
  const areAnyHere = useLive((state) => state.snapshot.chats.size > 0);
  const areTested = useAreAlertsTested();
  const items = isTeam
    ? data === undefined
      ? null
      : itemsOf(data, { areTested }, now)
    : ownItemsOf({ areTested }, me.photo !== null && me.photo !== "");
  const isAllDone = items !== null && items.every(({ isDone }) => isDone);
  useEffect(() => {
    if (isAllDone && doneOn === undefined) remember(me.id, { doneOn: today });
  }, [isAllDone, doneOn, me.id, today]);
  return {
    items,
    isAllDone,
    isOver,
    hasChats: areAnyHere ? true : isTeam ? (data?.has_chats ?? null) : false,
    widget: data?.widget?.public_id ?? null,
    hide: () => remember(me.id, { isHidden: true }),
  };
}

/** Whether sound and one notification were confirmed on this device. */
function useAreAlertsTested(): boolean {
  useSyncExternalStore(subscribeSelfTest, getFailedAlerts);
  const { sound, notification, push } = getAlertTestResults();
  return sound?.works === true && (notification?.works === true || push?.works === true);
}

/** What this person decided about the check list on this device. */
interface Memory {
  readonly isHidden?: boolean;
  /** Local day on which everything was done first, "Mon Nov 23 2026". */
  readonly doneOn?: string;
}
const listeners = createEventEmitter();
const nothing: Memory = {};
/** Of operators whose choice the browser refused to store: until the page is loaded again. */
const unstored = new Map<number, Memory>();
/** The same text gives the same object: React compares what it reads. */
let last: { text: string; memory: Memory } = { text: "{}", memory: nothing };

const toStorageKey = (operator: number): string => `parlour.start.${operator}`;

/** Returns what the operator decided; the same object until something changes. */
export function readMemory(operator: number): Memory {
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
  const memory = { ...readMemory(operator), ...change };
  try {
    localStorage.setItem(toStorageKey(operator), JSON.stringify(memory));
    unstored.delete(operator);
  } catch (error) {
    unstored.set(operator, memory);
    console.warn("the choice could not be kept on this device", error);
  }
  listeners.emit();
}

/**
 * Whether the check list is shown no more: the person hid it, or all was done on an earlier day
 * (CORE-212).
 */
export const isListOver = ({ isHidden = false, doneOn }: Memory, today: string): boolean =>
  isHidden || (doneOn !== undefined && doneOn !== today);

function useMemory(operator: number): Memory {
  return useSyncExternalStore(listeners.subscribe, () => readMemory(operator));
}
