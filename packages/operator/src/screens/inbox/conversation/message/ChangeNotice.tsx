import "../../composer/edit/edit.css";
import type { ChangeState, Message } from "@parlour/protocol";
import { Link } from "@tanstack/react-router";
import { use } from "react";
import { can, useCurrentOperator } from "../../../../state/session.tsx";
import { getKindLabel } from "../../../../ui/chat/channel-kinds.ts";
import { formatClock } from "../../../../ui/time.ts";
import { t } from "../../composer/edit/text.ts";
import { ChannelKindContext } from "../../list/channel-kind.ts";
import { t as inboxText } from "../../text.ts";

interface ChangeNoticeProps {
  message: Message;
  change: ChangeState;
}

/** Says whether the service of the channel made the latest change of a message (CORE-432). */
export function ChangeNotice({ message, change }: ChangeNoticeProps) {
  const service = getKindLabel(use(ChannelKindContext)).name();
  const me = useCurrentOperator();
  const { state, at, error } = change;
  const kind = message.deleted_at === undefined ? "edit" : "deletion";
  const isUnsent = state === "confirmed" && error !== null;
  return (
    <output className={state === "refused" ? "change danger" : "change"}>
      {isUnsent
        ? t("change.unsent")
        : t(`change.${kind}.${state}`, { service, time: formatClock(at) })}
      {state === "refused" && error !== null && <bdi> {error.message}</bdi>}
      {state === "refused" && can(me, "deliveries.read") && (
        <>
          {" "}
          <Link to="/integrations/$" params={{ _splat: `deliveries/${change.delivery_id}` }}>
            {inboxText("fail.details")}
          </Link>
        </>
      )}
    </output>
  );
}
