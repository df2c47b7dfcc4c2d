import type { Operator } from "@parlour/protocol";
import type { Live } from "../../state/live.ts";
import { isMarked, oneTab } from "../../state/one-tab.ts";
import { preferences } from "../../state/preferences.ts";
import { isQuiet } from "../../state/quiet.ts";
import { may } from "../../state/session.tsx";
import { play, soundBlocked, subscribeSound, type Sound } from "../../state/sound.ts";

/** Marks the tab that has the focus, for all others. */
export const focusMark = "parlour.focus";

/** What this tab may do to call its operator. Of all tabs exactly one plays, one that may make sounds, and one shows notices. */
export interface Voice {
  /** Own status, as the server sees it. */
  readonly isOnline: () => boolean;
  /** Online, with a role that answers, and not in quiet hours. */
  readonly isLoud: () => boolean;
  readonly sound: (which: Sound) => void;
  readonly mayNotice: () => Promise<boolean>;
}

/** The voice of this tab until `signal`. */
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

/** The one tab that plays. A tab that may not make sounds does not ask, or it would keep the others silent. */
function soundingTab(signal: AbortSignal): () => boolean {
  let isIt: (() => boolean) | null = null;
  const ask = () => {
    if (isIt === null && !soundBlocked()) isIt = oneTab("parlour.sound", signal);
  };
  signal.addEventListener("abort", subscribeSound(ask));
  ask();
  return () => isIt?.() === true;
}
