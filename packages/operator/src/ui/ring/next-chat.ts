import type { Operator } from "@parlour/protocol";
import { findFirstRingingChat } from "../../state/inbox/offers.ts";
import { useLiveClient } from "../../state/live-context.tsx";
import type { LiveClient } from "../../state/live/live-client.ts";
import { toast } from "../dialog/toast.tsx";
import { useShortcuts } from "../keyboard/shortcuts.ts";
import { useUnavailableReason } from "./take-chat.ts";
import { t } from "../text.ts";
import { bufferKeys, type BufferedKeys } from "../open-chat/keys.ts";
import { useOpenChat } from "../open-chat/open-chat.ts";

/**
 * Ctrl J while no chat is known to wait. Before the list is loaded, the press waits for it. Later,
 * a notice says why nothing opens (CORE-473). The counter and the card answer it otherwise.
 */
export function useNextChatPress(me: Operator): void {
  const live = useLiveClient();
  const openChat = useOpenChat();
  const unavailable = useUnavailableReason(me);
  const finish = (buffer: BufferedKeys) => {
    if (buffer.isLeft()) return;
    const next = findFirstRingingChat(live.get(), me.id);
    if (next === null) return void toast(describeNoChat(buffer.end()));
    buffer.giveTo(next.id);
    openChat({ chatId: next.id, view: "mine", request: "accept" });
  };
  useShortcuts({
    "mod+j": () => {
      if (unavailable !== false) toast(unavailable);
      else if (isListed(live)) toast(describeNoChat(""));
      else waitForList(live, bufferKeys(), finish);
    },
  });
}

/** What was typed goes to nobody, so the notice shows it. */
const describeNoChat = (text: string): string =>
  text === "" ? t("ui.nobody") : t("ui.nobody.text", { text });

const isListed = (live: LiveClient): boolean => live.get().running === "ready";

function waitForList(
  live: LiveClient,
  buffer: BufferedKeys | null,
  finish: (buffer: BufferedKeys) => void,
): void {
  if (buffer === null) return;
  const stop = live.subscribe(() => {
    if (!isListed(live)) return;
    stop();
    finish(buffer);
  });
}
