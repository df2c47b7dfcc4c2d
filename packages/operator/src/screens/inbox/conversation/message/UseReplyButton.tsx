import type { Chat, Message } from "@parlour/protocol";
import { IconArrowDown } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { appendToDraft } from "../../../../state/drafts/drafts.ts";
import { createFocusRequest } from "../../../../state/inbox/focus-request.ts";
import { can, useCurrentOperator } from "../../../../state/session.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { t } from "../../composer/edit/text.ts";

/**
 * Puts the reply of an agent into the composer, below what is written there (AGENT-051). The first
 * line of the note says what the rest is.
 */
export function UseReplyButton({
  message,
  chat,
}: {
  readonly message: Message;
  readonly chat: Chat;
}) {
  const me = useCurrentOperator();
  const navigate = useNavigate();
  const reply = message.text.split("\n").slice(1).join("\n");
  if (chat.state === "closed" || reply === "" || !can(me, "chats.answer")) return null;
  const insert = () => {
    appendToDraft(me.id, chat.id, reply);
    void navigate({ to: ".", search: true, replace: true, state: { focus: createFocusRequest() } });
  };
  return (
    <p className="usereply">
      <Button small icon={IconArrowDown} onClick={insert}>
        {t("agentreply.use")}
      </Button>
    </p>
  );
}
