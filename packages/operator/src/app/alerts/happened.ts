import type { Chat } from "@parlour/protocol";
import type { Happening } from "../../state/live.ts";
import { isMine } from "../../state/live-state.ts";
import { isOfferedTo } from "../../state/offers.ts";
import { isMarked } from "../../state/one-tab.ts";
import { announce } from "../../ui/announcer.tsx";
import { flashTitle } from "../../ui/title.ts";
import { visitorName } from "../../ui/visitor-name.ts";
import { t } from "../text.ts";
import type { ChatNotices } from "./chat-notices.ts";
import type { Voice } from "./voice.ts";

/** Marks the tab that has this chat in view, for all others. */
export const viewMark = (chatId: number): string => `parlour.view ${chatId}`;

/** News that were told: a waiting chat changes (its page, its contacts) and is news only once. */
const mostTold = 500;

interface Deps {
  readonly me: number;
  readonly voice: Voice;
  readonly notices: ChatNotices;
  readonly chatInView: () => number | null;
}

/** Tells of chats that wait and of visitors' messages as they come. */
export function tellHappenings(deps: Deps): (happening: Happening) => void {
  const told = new Set<string>();
  return (happening) => {
    const { chat } = happening;
    if (happening.kind === "message") {
      tellMessage(deps, chat, happening.message.text);
      return;
    }
    const news = `${chat.id} ${chat.wait?.since ?? ""}`;
    if (told.has(news)) return;
    if (told.size > mostTold) told.clear();
    told.add(news);
    tellWaiting(deps, chat);
  };
}

function tellWaiting({ me, notices }: Deps, chat: Chat): void {
  const title = t("announce.newchat", { name: visitorName(chat) });
  announce(title);
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
    // The chat in view makes no sound, in whichever tab it is in view.
    if (!seen) voice.sound("message");
  });
  flashTitle(name);
  void notices.show(chat, name, text);
}
