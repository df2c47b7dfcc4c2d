import "./reactions.css";
import type { Chat, Message, Reaction } from "@parlour/protocol";
import { useCurrentOperator } from "../../../../state/session.tsx";
import { getKindLabel } from "../../../../ui/chat/channel-kinds.ts";
import { getVisitorName } from "../../../../ui/chat/visitor-name.ts";
import { formatExactTime } from "../../../../ui/time.ts";
import { ChangeResult } from "../../composer/edit/ChangeResult.tsx";
import { canReact, findTeamReaction, sendReaction } from "./send-reaction.ts";
import { t } from "./text.ts";

interface ReactionsProps {
  message: Message;
  chat: Chat;
}

/**
 * Shows the reactions to a message, with who and when in the title, and whether the service has
 * that of the team (CORE-443). A press takes that of the team back.
 */
export function Reactions({ message, chat }: ReactionsProps) {
  const me = useCurrentOperator();
  const marks = (message.reactions ?? []).filter(({ emoji }) => emoji !== null);
  const team = findTeamReaction(message);
  return (
    <>
      {marks.length > 0 && (
        <span className="reactions">
          {marks.map((reaction) => (
            <Mark
              key={reaction.by}
              reaction={reaction}
              chat={chat}
              onRemove={
                reaction === team && canReact(message, chat, me)
                  ? () => void sendReaction(message, chat, null)
                  : null
              }
            />
          ))}
        </span>
      )}
      {team?.change?.state === "refused" && (
        <ChangeResult
          change={team.change}
          text={t(team.emoji === null ? "reaction.refused.removal" : "reaction.refused")}
        />
      )}
    </>
  );
}

interface MarkProps {
  reaction: Reaction;
  chat: Chat;
  onRemove: (() => void) | null;
}

function Mark({ reaction, chat, onRemove }: MarkProps) {
  const { emoji, operator, at, change } = reaction;
  const values = { name: operator?.name ?? getVisitorName(chat), time: formatExactTime(at) };
  const isPending = change?.state === "pending";
  const title = [
    t(onRemove === null ? "reaction.by" : "reaction.own", values),
    ...(isPending
      ? [t("reaction.pending", { service: getKindLabel(chat.channel.kind).name() })]
      : []),
  ].join("\n");
  const className = `reaction${isPending ? " waits" : change?.state === "refused" ? " failed" : ""}`;
  const content = (
    <>
      {emoji}
      <span className="vh"> {title}</span>
    </>
  );
  return onRemove === null ? (
    <span className={className} title={title}>
      {content}
    </span>
  ) : (
    <button type="button" className={className} title={title} onClick={onRemove}>
      {content}
    </button>
  );
}
