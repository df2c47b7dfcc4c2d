import type { Operator } from "@parlour/protocol";
import type { OfflineChat, OfflineMessageWithDeliveries } from "@parlour/protocol/api";
import { IconCheck, IconHandGrab, IconMail, IconMessageCircle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useOpenChat } from "../../ui/open-chat/open-chat.ts";
import { api, queryClient } from "../../state/api/api.ts";
import { Button } from "../../ui/Button.tsx";
import { useApiMutation, usePageWatch } from "../../ui/mutation.ts";
import { hasMailDraft, MailForm } from "./MailForm.tsx";
import { t } from "./text.ts";
import { runMessageAction, useMailAvailable } from "./use-offline-messages.ts";

interface MessageActionsProps {
  message: OfflineMessageWithDeliveries;
  me: Operator;
  offline: boolean;
}

/** Renders the actions on a message: take, answer, mark as done. */
export function MessageActions({ message, me, offline }: MessageActionsProps) {
  const canSendMail = useMailAvailable();
  const [writing, setWriting] = useState(() => hasMailDraft(me.id, message.id));
  const opener = useRef<HTMLButtonElement>(null);
  const { busy, take, finish, chat } = useMessageActions(message.id);
  const { state, contacts } = message;
  const unavailable = offline ? t("offlinemessage.off") : busy;
  const mailProblem =
    contacts.email === ""
      ? t("offlinemessage.noaddress")
      : canSendMail === false
        ? t("offlinemessage.nomail")
        : null;
  const endWriting = () => {
    setWriting(false);
    opener.current?.focus();
  };
  return (
    <div className="deeds">
      <div className="tools">
        {state === "new" && (
          <Button variant="primary" icon={IconHandGrab} unavailable={unavailable} onClick={take}>
            {t("offlinemessage.take")}
          </Button>
        )}
        <Button
          icon={IconMail}
          unavailable={mailProblem ?? unavailable}
          aria-expanded={writing}
          ref={opener}
          onClick={() => setWriting(true)}
        >
          {t("offlinemessage.mail")}
        </Button>
        <Button icon={IconMessageCircle} unavailable={unavailable} onClick={chat}>
          {t("offlinemessage.chat")}
        </Button>
        {state !== "done" && (
          <Button icon={IconCheck} unavailable={unavailable} onClick={finish}>
            {t("offlinemessage.finish")}
          </Button>
        )}
      </div>
      {mailProblem !== null && (
        <MailUnavailable
          reason={mailProblem}
          canSetUp={contacts.email !== "" && me.instance_owner}
        />
      )}
      {writing && mailProblem === null && (
        <MailForm message={message} me={me} offline={offline} onEnd={endWriting} />
      )}
    </div>
  );
}

/**
 * Returns the actions on a message, which run one at a time. If several operators take the same
 * message, the first one gets it.
 */
function useMessageActions(id: number) {
  const openChat = useOpenChat();
  const watchPage = usePageWatch();
  const { busy, run } = useApiMutation();
  const runAction = (name: "take" | "done") =>
    void run(async () => {
      const updated = await runMessageAction(() =>
        api.post<OfflineMessageWithDeliveries>(`/offline-messages/${id}/${name}`),
      );
      if (updated !== undefined) queryClient.setQueryData(["offline", "one", id], updated);
    });
  const chat = () =>
    void run(async () => {
      const isStillOpen = watchPage();
      const started = await runMessageAction(() =>
        api.post<OfflineChat>(`/offline-messages/${id}/chat`),
      );
      if (started !== undefined && isStillOpen())
        openChat({ chatId: started.chat_id, view: "mine" });
    });
  return { busy, take: () => runAction("take"), finish: () => runAction("done"), chat };
}

/** Says why no email can be sent, and links to the settings for those who may change them. */
export function MailUnavailable({ reason, canSetUp }: { reason: string; canSetUp: boolean }) {
  return (
    <p className="hint">
      {reason}{" "}
      {canSetUp && (
        <Link to="/settings/$" params={{ _splat: "mail" }}>
          {t("offlinemessage.nomail.go")}
        </Link>
      )}
    </p>
  );
}
