import type { Chat, ChatInvitation } from "@parlour/protocol";
import { IconUserPlus } from "@tabler/icons-react";
import { useLiveClient } from "../../state/live-context.tsx";
import { useOpenChat } from "../open-chat/open-chat.ts";
import { Button } from "../Button.tsx";
import { RingingCardBody, RingingCardFrame, useCardAnswer } from "./RingingCardFrame.tsx";
import { t } from "./text.ts";
import { getVisitorName } from "../chat/visitor-name.ts";

interface InviteCardProps {
  chat: Chat;
  invitation: ChatInvitation;
  corner: boolean;
}

/** Card for another operator's invitation into a chat (API-234), which can be ignored. */
export function InviteCard({ chat, invitation, corner }: InviteCardProps) {
  const live = useLiveClient();
  const sender = invitation.by.name;
  const name = getVisitorName(chat);
  const { unavailable, answer } = useCardAnswer(chat);
  const openChat = useOpenChat();
  const join = () => openChat({ chatId: chat.id, view: "mine", request: "join" });
  return (
    <RingingCardFrame
      corner={corner}
      icon={IconUserPlus}
      title={t("called.title", { by: sender })}
      aria-label={t("called.label", { by: sender, name })}
    >
      <RingingCardBody name={name} channel={chat.channel} message={invitation.comment} />
      <div className="acts">
        <Button variant="primary" unavailable={unavailable} onClick={join}>
          {t("called.join")}
        </Button>
        <Button
          unavailable={unavailable}
          onClick={() => answer(() => live.declineInvitation(chat.id), "called.stays")}
        >
          {t("called.later")}
        </Button>
      </div>
    </RingingCardFrame>
  );
}
