import { IconHandStop } from "@tabler/icons-react";
import { useEffect } from "react";
import { findFirstRingingChat } from "../../../../state/inbox/offers.ts";
import {
  isOpeningPending,
  setOpening,
  type OpeningRequest,
} from "../../../../state/inbox/openings.ts";
import { useLiveState } from "../../../../state/live-context.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { getVisitorName } from "../../../../ui/chat/visitor-name.ts";
import { Icon } from "../../../../ui/Icon.tsx";
import { modKey } from "../../../../ui/keyboard/shortcuts.ts";
import { announce } from "../../../../ui/live-region.tsx";
import { useOpenChat } from "../../../../ui/open-chat/open-chat.ts";
import type { ConversationPartProps } from "../../conversation-props.ts";
import { t as inboxText } from "../../text.ts";
import { t } from "./text.ts";

interface LostChatBarProps extends ConversationPartProps {
  request: OpeningRequest;
  reason: string;
}

/**
 * Says that another operator has the chat for which this one has begun to write, or that it was
 * closed (CORE-472). The text stays in the field. It is sent nowhere until the operator joins the
 * chat, or continues it.
 */
export function LostChatBar({
  chat,
  me,
  permission,
  onMode,
  view,
  request,
  reason,
}: LostChatBarProps) {
  const openChat = useOpenChat();
  const next = useLiveState((state) => findFirstRingingChat(state, me.id, chat.id));
  const isMine = permission === "reply";
  useEffect(() => announce(`${reason} ${t("lost.kept")}`), [reason]);
  useEffect(() => {
    if (isMine) setOpening(chat.id, null);
  }, [isMine, chat.id]);
  useEffect(
    () => () => {
      // A press in this bar opens the chat again, which closes the bar while the request runs.
      if (!isOpeningPending(chat.id)) setOpening(chat.id, null);
    },
    [chat.id],
  );
  const write = () => {
    setOpening(chat.id, null);
    onMode("note");
  };
  return (
    <section className="conflict lost" aria-label={reason}>
      <h3>
        <Icon of={IconHandStop} /> {reason}
      </h3>
      <p className="soft">{t("lost.kept")}</p>
      <div className="line">
        {next && (
          <Button
            small
            variant="primary"
            keys={`${modKey}J`}
            onClick={() => openChat({ chatId: next.id, view: "mine", request: "accept" })}
          >
            {t("lost.next", { name: getVisitorName(next) })}
          </Button>
        )}
        {permission === "other" && (
          <Button small onClick={() => openChat({ chatId: chat.id, view, request: "join" })}>
            {t("lost.join")}
          </Button>
        )}
        {permission === "closed" && (
          <Button small onClick={() => openChat({ chatId: chat.id, view, request: "continue" })}>
            {inboxText("conversation.continue")}
          </Button>
        )}
        {permission !== "other" && permission !== "closed" && (
          <Button small onClick={() => openChat({ chatId: chat.id, view, request })}>
            {t("lost.again")}
          </Button>
        )}
        {permission === "other" && (
          <Button small variant="quiet" onClick={write}>
            {t("lost.note")}
          </Button>
        )}
      </div>
    </section>
  );
}
