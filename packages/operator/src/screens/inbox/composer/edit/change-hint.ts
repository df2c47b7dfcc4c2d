import type { Chat, Message } from "@parlour/protocol";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { getChangeDeadline } from "@parlour/protocol/entity/channel-kinds/change-deadline";
import { browserClock } from "../../../../state/clock.ts";
import { getKindLabel } from "../../../../ui/chat/channel-kinds.ts";
import { getVisitorName } from "../../../../ui/chat/visitor-name.ts";
import { formatDayTime } from "../../../../ui/time.ts";
import { t } from "./text.ts";

/**
 * Says what the visitor sees of a change of an answer, and until when its service makes it. Only
 * the endpoint of an integrator knows what it makes of a change (CORE-432).
 */
export function getChangeHint(
  hint: "messageedit.hint" | "delete.hint",
  message: Message,
  chat: Chat,
): string {
  const { kind } = chat.channel;
  const name = getVisitorName(chat);
  if (getCapabilities(kind).integrator_endpoint) return t(`${hint}.endpoint`);
  const deadline = getChangeDeadline(message, { kind });
  if (deadline === Infinity) return t(hint, { name });
  const until = formatDayTime(deadline, browserClock.now());
  return t(`${hint}.service`, { name, service: getKindLabel(kind).name(), until });
}
