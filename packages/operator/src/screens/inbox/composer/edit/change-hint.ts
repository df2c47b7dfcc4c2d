import type { Chat, Message } from "@parlour/protocol";
import { getChangeDeadline } from "@parlour/protocol/entity/channel-kinds/change-deadline";
import { browserClock } from "../../../../state/clock.ts";
import { getKindLabel } from "../../../../ui/chat/channel-kinds.ts";
import { getVisitorName } from "../../../../ui/chat/visitor-name.ts";
import { formatDayTime } from "../../../../ui/time.ts";
import { t } from "./text.ts";

/** Says what the visitor sees of a change of an answer, and until when its service makes it. */
export function getChangeHint(
  hint: "messageedit.hint" | "delete.hint",
  message: Message,
  chat: Chat,
): string {
  const { kind } = chat.channel;
  const name = getVisitorName(chat);
  const deadline = getChangeDeadline(message, kind);
  if (deadline === Infinity) return t(hint, { name });
  const until = formatDayTime(deadline, browserClock.now());
  return t(`${hint}.service`, { name, service: getKindLabel(kind).name(), until });
}
