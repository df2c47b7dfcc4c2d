import type { Operator } from "@parlour/protocol";
import { setDraft, type Mode } from "../../../state/drafts.ts";
import { useLiveStore } from "../../../state/live-context.tsx";
import { toast } from "../../../ui/toast.tsx";
import { mentionsIn, type Colleague } from "../notes/mentions.ts";
import { t } from "../text.ts";

/** What stands in the composer, as it is sent. */
export interface Said {
  readonly text: string;
  readonly parts: readonly string[];
  /** Who may be named in a note. */
  readonly colleagues: readonly Colleague[];
}

/** Sends a reply with its files, or a note, and empties the draft. Where this device has no room for it, it stands in the draft again. */
export function useSend(chatId: number, me: Operator, mode: Mode): (said: Said) => void {
  const live = useLiveStore();
  return ({ text, parts, colleagues }) => {
    // The outbox has a copy on this device before `say` returns its promise: the draft may go.
    const full = () => {
      setDraft(me.id, chatId, mode, text);
      toast(t("composer.full"), { tone: "bad", chat: live.get().snapshot.chats.get(chatId)?.chat });
    };
    const files = mode === "text" ? live.uploads.take(chatId) : [];
    const [comment = "", ...rest] = parts;
    for (const [index, file] of files.entries())
      live.sayFile(chatId, file, index === files.length - 1 ? comment : "").catch(() => {
        live.uploads.putBack(chatId, file);
        full();
      });
    for (const part of files.length > 0 ? rest : parts)
      live.say(chatId, mode, part, mode === "note" ? { mentions: mentionsIn(part, colleagues) } : {}).catch(full);
    setDraft(me.id, chatId, mode, "");
  };
}
