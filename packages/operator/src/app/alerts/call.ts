import { closeNotices, showNotice } from "../../state/notices.ts";
import { preferences } from "../../state/preferences.ts";
import { ringingCall, type RingingCall } from "../../state/ringing.ts";
import { announce } from "../../ui/announcer.tsx";
import { flashTitle } from "../../ui/title.ts";
import { t } from "../text.ts";
import type { Voice } from "./voice.ts";

/**
 * Shows a notification for the ringing call once, and closes it when the call is taken, over or
 * postponed. Returns the function to call after each change.
 */
export function tellCalls(voice: Voice): () => void {
  /** Id of the call that was notified last. */
  let called: number | null = null;
  return () => {
    const call = ringingCall();
    if (call?.id === called) return;
    if (called !== null) void closeNotices(tagOf(called));
    called = call?.id ?? null;
    if (call !== null) tell(voice, call);
  };
}

function tell(voice: Voice, call: RingingCall): void {
  const title = t("announce.call", { name: call.name });
  announce(title);
  flashTitle(title);
  void voice
    .mayNotice()
    .then((may) => may && showNotice(title, preferences().notices.text ? call.phone : call.channel, tagOf(call.id), null));
}

const tagOf = (callId: number): string => `call-${callId}`;
