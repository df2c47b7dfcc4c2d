import type { Chat } from "@parlour/protocol";
import type { Happening } from "../../state/live.ts";
import { isMine } from "../../state/live-state.ts";
import { isOfferedTo } from "../../state/offers.ts";
import { isMarked } from "../../state/one-tab.ts";
import { announce } from "../../ui/announcer.tsx";
import { toast } from "../../ui/toast.tsx";
import { flashTitle } from "../../ui/title.ts";
import { visitorName } from "../../ui/visitor-name.ts";
import { t } from "../text.ts";
import type { ChatNotices } from "./chat-notices.ts";
import type { Voice } from "./voice.ts";

/** Name of the lock that tells other tabs that this tab shows the chat. */
export const viewMark = (chatId: number): string => `parlour.view ${chatId}`;

/**
 * Limit of remembered alerts. A waiting chat changes (its page, its contacts) but must alert only
 * once.
 */
const mostTold = 500;
/** Display time of the end of a transfer. */
const transferMs = 8_000;

interface Deps {
  readonly me: number;
  readonly voice: Voice;
  readonly notices: ChatNotices;
  readonly chatInView: () => number | null;
  /** Returns how many chats ring for this operator. */
  readonly ringing: () => number;
}

/** Alerts the operator to waiting chats, visitor messages and the end of transfers. */
export function tellHappenings(deps: Deps): (happening: Happening) => void {
  const told = new Set<string>();
  return (happening) => {
    const { chat } = happening;
    if (happening.kind === "message") {
      tellMessage(deps, chat, happening.message.text);
      return;
    }
    if (happening.kind === "transfer") {
      toast(t(`transfer.${happening.end}`, { name: happening.name, visitor: visitorName(chat) }), { ms: transferMs });
      return;
    }
    const news = `${chat.id} ${chat.wait?.since ?? ""}`;
    if (told.has(news)) return;
    if (told.size > mostTold) told.clear();
    told.add(news);
    tellWaiting(deps, chat);
  };
}

/** Nothing rings while the operator is not online (CORE-152). */
function tellWaiting({ me, voice, notices, ringing }: Deps, chat: Chat): void {
  if (!voice.isOnline()) return;
  const title = t("announce.newchat", { name: visitorName(chat) });
  announce(`${title}. ${t("announce.waiting", { n: ringing() })}`);
  if (!isOfferedTo(chat, me)) return;
  flashTitle(title);
  void notices.show(chat, title, chat.last_message?.text ?? "");
}

function tellMessage({ me, voice, notices, chatInView }: Deps, chat: Chat, text: string): void {
  const name = visitorName(chat);
  const shown = chatInView() === chat.id;
  if (shown) announce(t("announce.message", { name, text }));
  if (!isMine(chat, me) || (shown && document.hasFocus())) return;
  void isMarked(viewMark(chat.id)).then((seen) => {
    // The chat in view makes no sound, whichever tab shows it.
    if (!seen) voice.sound("message");
  });
  flashTitle(name);
  void notices.show(chat, name, text);
}
