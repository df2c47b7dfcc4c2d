import type { CannedReply } from "@parlour/protocol/api";
import { IconBolt } from "@tabler/icons-react";
import { usePreferences } from "../../../state/browser/preferences.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { Menu } from "../../../ui/dialog/menu.tsx";
import { fillVariables, filledText, type ReplyValues } from "@parlour/protocol/reply-text";
import { findQuickReplies } from "../../../ui/replies/use-quick-replies.ts";
import { useQuickReplies } from "../../../ui/replies/use-quick-replies.ts";
import { t } from "./text.ts";

const maxTemplates = 12;

/** Menu of quick replies as templates, most used first. */
export function InviteTemplates({
  values,
  onPick,
}: {
  values: ReplyValues;
  onPick: (text: string) => void;
}) {
  const { locale } = usePreferences();
  const replies = useQuickReplies();
  const shown: readonly CannedReply[] = findQuickReplies(
    replies.data ?? [],
    "",
    locale,
    maxTemplates,
  );
  if (shown.length === 0) return null;
  return (
    <Menu
      label={t("online.invite.templates")}
      className="btn text t13"
      groups={[
        {
          entries: shown.map((reply) => ({
            id: String(reply.id),
            label: `/${reply.shortcut}`,
            hint: reply.text.slice(0, 60),
          })),
        },
      ]}
      onAction={(id) => {
        const reply = shown.find((one) => String(one.id) === id);
        if (reply) onPick(filledText(fillVariables(reply.text, values)));
      }}
    >
      <Icon of={IconBolt} small />
      {t("online.invite.templates")}
    </Menu>
  );
}
