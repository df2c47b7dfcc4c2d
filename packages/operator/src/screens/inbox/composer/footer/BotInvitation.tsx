import type { Chat } from "@parlour/protocol";
import { IconRobot } from "@tabler/icons-react";
import { Button } from "../../../../ui/Button.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { formatDuration, useNow } from "../../../../ui/time.ts";
import { t as inbox } from "../../text.ts";
import { t } from "./text.ts";

/** Shows an invitation by a bot (BOT-070): the remaining time and a button to take the chat. */
export function BotInvitation({
  chat,
  until,
  onTake,
}: {
  chat: Chat;
  until: string;
  onTake: () => void;
}) {
  const now = useNow(500);
  const remainingMs = Date.parse(until) - now;
  return (
    <section
      className="footbar invited"
      aria-label={t("invited.title", { name: chat.bot?.name ?? "" })}
    >
      <Icon of={IconRobot} />
      <p className="grow">
        <span className="medium">{t("invited.title", { name: chat.bot?.name ?? "" })}</span>{" "}
        <span className="soft num">
          {remainingMs > 0
            ? t("invited.left", { left: formatDuration(remainingMs) })
            : t("invited.over")}
        </span>
      </p>
      <Button small onClick={onTake}>
        {inbox("conversation.reply")}
      </Button>
    </section>
  );
}
