import type { Operator } from "@parlour/protocol";
import type { Live } from "../../state/live.ts";
import { isMarked, oneTab } from "../../state/one-tab.ts";
import { preferences } from "../../state/preferences.ts";
import { isQuiet } from "../../state/quiet.ts";
import { may } from "../../state/session.tsx";
import { play, soundBlocked, subscribeSound, type Sound } from "../../state/sound.ts";

/** Name of the lock that tells other tabs that this tab has the focus. */
export const focusMark = "parlour.focus";

/**
 * Which alerts this tab may give. Exactly one tab plays sounds, chosen from those that may, and one
 * shows notifications.
 */
export interface Voice {
  /** The operator's status on the server. */
  readonly isOnline: () => boolean;
  /** Online, with a role that answers chats, and not in quiet hours. */
  readonly isLoud: () => boolean;
  readonly sound: (which: Sound) => void;
  readonly mayNotice: () => Promise<boolean>;
}

/** Creates the coordinator of this tab. It ends with `signal`. */
export function createVoice(live: Live, me: Operator, signal: AbortSignal): Voice {
  const notifies = oneTab("parlour.notices", signal);
  const plays = soundingTab(signal);
  const online = () => (live.get().snapshot.presence.get(me.id) ?? me.presence) === "online";
  const isLoud = () => online() && may(me, "chat") && !isQuiet(preferences().quiet, new Date());
  return {
    isOnline: online,
    isLoud,
    sound(which) {
      if (plays() && isLoud() && preferences().sound[which]) play(which);
    },
    mayNotice: async () => notifies() && isLoud() && preferences().notices.on && !document.hasFocus() && !(await isMarked(focusMark)),
  };
}

/**
 * Selects the one tab that plays sounds. A tab whose sound is blocked does not take part, or it
 * would keep the others silent.
 */
function soundingTab(signal: AbortSignal): () => boolean {
  let isIt: (() => boolean) | null = null;
  const ask = () => {
    if (isIt === null && !soundBlocked()) isIt = oneTab("parlour.sound", signal);
  };
  signal.addEventListener("abort", subscribeSound(ask));
  ask();
  return () => isIt?.() === true;
}
