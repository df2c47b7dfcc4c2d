import type { Chat } from "@parlour/protocol";
import { IconEye } from "@tabler/icons-react";
import { Icon } from "../../../../ui/Icon.tsx";
import { isEmailChat } from "../email/use-email.ts";
import { t } from "./text.ts";

/** Replaces the composer for roles that may read a chat, but not answer it (MAIL-147). */
export function ReadOnlyBar({ chat }: { chat: Chat }) {
  const { name } = chat.department ?? chat.channel;
  return (
    <div className="footbar readonly" role="note">
      <Icon of={IconEye} />
      <p className="grow" dir="auto">
        {isEmailChat(chat) ? t("readonly.email", { name }) : t("readonly.plain")}
      </p>
    </div>
  );
}
