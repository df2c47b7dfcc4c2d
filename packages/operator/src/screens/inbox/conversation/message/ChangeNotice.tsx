import type { ChangeState, Message } from "@parlour/protocol";
import { use } from "react";
import { getKindLabel } from "../../../../ui/chat/channel-kinds.ts";
import { formatClock } from "../../../../ui/time.ts";
import { ChangeResult } from "../../composer/edit/ChangeResult.tsx";
import { t } from "../../composer/edit/text.ts";
import { ChannelKindContext } from "../../../../ui/conversation/channel-kind.ts";

interface ChangeNoticeProps {
  message: Message;
  change: ChangeState;
}

/** Says whether the service of the channel made the latest change of a message (CORE-432). */
export function ChangeNotice({ message, change }: ChangeNoticeProps) {
  const service = getKindLabel(use(ChannelKindContext)).name();
  const { state, at, error } = change;
  const kind = message.deleted_at === undefined ? "edit" : "deletion";
  const isUnsent = state === "confirmed" && error !== null;
  return (
    <ChangeResult
      change={change}
      text={
        isUnsent
          ? t("change.unsent")
          : t(`change.${kind}.${state}`, { service, time: formatClock(at) })
      }
    />
  );
}
