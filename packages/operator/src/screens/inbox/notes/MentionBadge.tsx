import { IconAt } from "@tabler/icons-react";
import { useLiveState } from "../../../state/live-context.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { t } from "./text.ts";

/** Marks the row of a chat with unread notes that mention this operator. */
export function MentionBadge({ chatId }: { chatId: number }) {
  const isMentioned = useLiveState((state) => state.mentions.has(chatId));
  return isMentioned ? (
    <span className="mention line4" title={t("mention.row")}>
      <Icon of={IconAt} small />
      <span className="vh">{t("mention.row")}</span>
    </span>
  ) : null;
}
