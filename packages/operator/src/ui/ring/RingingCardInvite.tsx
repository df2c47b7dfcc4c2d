import type { Chat, ChatInvitation } from "@parlour/protocol";
import { IconUserPlus } from "@tabler/icons-react";
import { useLiveClient } from "../../state/live-context.tsx";
import { Button } from "../Button.tsx";
import { RingingCardBody, RingingCardFrame, useCardAnswer } from "./RingingCardFrame.tsx";
import { t } from "./text.ts";
import { getVisitorName } from "../chat/visitor-name.ts";

interface InviteCardProps {
  chat: Chat;
  invitation: ChatInvitation;
  corner: boolean;
  onOpened: (chatId: number) => void;
}

/** Card for another operator's invitation into a chat (API-234), which can be ignored. */
export function InviteCard({ chat, invitation, corner, onOpened }: InviteCardProps) {
  const live = useLiveClient();
  const sender = invitation.by.name;
  const name = getVisitorName(chat);
  const { unavailable, answer } = useCardAnswer(chat);
  const join = async () => {
    await live.join(chat.id);
    onOpened(chat.id);
  };
  return (
    <RingingCardFrame
      corner={corner}
      icon={IconUserPlus}
      title={t("called.title", { by: sender })}
      aria-label={t("called.label", { by: sender, name })}
    >
      <RingingCardBody name={name} channel={chat.channel} message={invitation.comment} />
      <div className="acts">
        <Button
          variant="primary"
          unavailable={unavailable}
          onClick={() => answer(join, "called.failed")}
        >
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
