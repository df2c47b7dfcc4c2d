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
import { isListOver, remember, useMemory } from "./memory.ts";

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
