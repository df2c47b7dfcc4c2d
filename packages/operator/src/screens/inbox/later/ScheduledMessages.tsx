import "./later.css";
import type { Chat, Operator } from "@parlour/protocol";
import type { ScheduledMessage } from "@parlour/protocol/api";
import { IconAlertCircle, IconCalendarClock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";
import { personalKey } from "../../../state/api/personal.ts";
import { useLiveState } from "../../../state/live-context.tsx";
import { can } from "../../../state/session.tsx";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { getSendRefusalText } from "../../../ui/loading/ErrorMessage.tsx";
import { formatUpcoming, useNow } from "../../../ui/time.ts";
import { RichText } from "../../../ui/conversation/rich-text/RichText.tsx";
import { CrossedReply } from "./CrossedReply.tsx";
import { ScheduledActions, type ScheduledItemProps } from "./ScheduledActions.tsx";
import { t } from "./text.ts";

type ScheduledMessagesProps = Omit<ScheduledItemProps, "message">;

/** Shows the replies of all operators that wait for their time, or could not go (LATER-009). */
export function ScheduledMessages({ chat, me }: ScheduledMessagesProps) {
  const { data = [] } = useQuery({
    queryKey: [personalKey, "scheduled", chat.id],
    queryFn: () => api.list<ScheduledMessage>(`/chats/${chat.id}/scheduled-messages`),
    enabled: can(me, "chats.answer"),
  });
  // The answer can be in the conversation before the frame that it was sent (LATER-005).
  const sentIds = useLiveState((state) =>
    (state.snapshot.logs.get(chat.id)?.messages ?? [])
      .flatMap(({ cause }) => (cause?.kind === "schedule" ? [cause.id] : []))
      .join(),
  ).split(",");
  const waiting = data.filter(({ id }) => !sentIds.includes(String(id)));
  if (waiting.length === 0) return null;
  return (
    <ul className="laterbox" aria-label={t("later.list")}>
      {waiting.map((message) =>
        message.state === "held" ? (
          <li key={message.id}>
            <CrossedReply chat={chat} me={me} message={message} />
          </li>
        ) : (
          <ScheduledItem key={message.id} chat={chat} me={me} message={message} />
        ),
      )}
    </ul>
  );
}

function ScheduledItem({ chat, me, message }: ScheduledItemProps) {
  const now = useNow(60_000);
  const { operator, state } = message;
  const hasFailed = state === "failed";
  return (
    <li>
      <p className="t12 soft">
        {operator.id === me.id ? t("later.you") : t("later.by", { name: operator.name })}
      </p>
      <div className={hasFailed ? "bubble failed" : "bubble sending"}>
        <RichText text={message.text} isFromTeam />
      </div>
      <div className="fail">
        <p className={hasFailed ? "line4 danger" : "line4"}>
          <Icon of={hasFailed ? IconAlertCircle : IconCalendarClock} small />
          {hasFailed
            ? describeFailure(chat, message)
            : state === "sending"
              ? t("later.sending")
              : t("later.waits", { time: formatUpcoming(message.send_at, now, "long") })}
        </p>
        {state !== "sending" && canChange(me, message) && (
          <ScheduledActions {...{ chat, me, message }} />
        )}
      </div>
    </li>
  );
}

/** As the server decides it (LATER-003). */
const canChange = ({ id, role }: Operator, { operator }: ScheduledMessage): boolean =>
  operator.id === id || role === "owner" || role === "admin";

function describeFailure(chat: Chat, { error }: ScheduledMessage): string {
  if (error?.code === "reply_window_closed")
    return t("later.failed.window", { name: getVisitorName(chat) });
  return t("later.failed", { why: error === null ? "" : getSendRefusalText(error) });
}
