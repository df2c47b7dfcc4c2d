import type { Operator } from "@parlour/protocol";
import type { VisitorWithActivity } from "@parlour/protocol/api";
import {
  IconBan,
  IconCircleCheck,
  IconClock,
  IconMessageCircle,
  IconRobot,
} from "@tabler/icons-react";
import type { IconType } from "../../ui/Icon.tsx";
import { t } from "./text.ts";

/** Returns the state of a visitor as text with an icon. */
export function getVisitorState(
  { chat, blocked }: VisitorWithActivity,
  me: Operator,
): { icon: IconType; tone: string; words: string } {
  if (blocked) return { icon: IconBan, tone: "danger", words: t("visitors.state.blocked") };
  if (chat === null)
    return { icon: IconCircleCheck, tone: "faint", words: t("visitors.state.none") };
  switch (chat.state) {
    case "waiting":
      return { icon: IconClock, tone: "warning", words: t("visitors.state.waiting") };
    case "bot":
      return { icon: IconRobot, tone: "info", words: t("visitors.state.bot") };
    case "open": {
      const words =
        chat.assignee?.id === me.id
          ? t("visitors.state.you")
          : t("visitors.state.open", { name: chat.assignee?.name ?? chat.channel.name });
      return { icon: IconMessageCircle, tone: "success", words };
    }
    case "closed":
      return { icon: IconCircleCheck, tone: "faint", words: t("visitors.state.closed") };
  }
}

/** Formats a location as "Bristol, United Kingdom". Empty if unknown. */
export function visitorLocation(chat: VisitorWithActivity["chat"]): string {
  const geoip = chat?.session?.geoip;
  return geoip === undefined
    ? ""
    : [geoip.city, geoip.country].filter((part) => part !== "").join(", ");
}
