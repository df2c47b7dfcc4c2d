import { IconDots } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useLiveState } from "../../../../state/live-context.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { Menu } from "../../../../ui/dialog/menu.tsx";
import type { ConversationPartProps } from "../../conversation-props.ts";
import { useLazyActionParts } from "../../lazy-action-parts.ts";
import { useFoldEntry } from "../letters/fold-menu.ts";
import { t } from "../../text.ts";

export function isRunning({ chat, permission }: ConversationPartProps, closing: boolean): boolean {
  return permission !== "read" && chat.state !== "closed" && !closing;
}

/**
 * Menu of rare actions. On phones it contains all actions, because there is no space for buttons.
 */
export function MoreMenus(props: ConversationPartProps & { closing: boolean }) {
  const { chat, closing } = props;
  const isRead = useLiveState((state) => state.snapshot.chats.get(chat.id)?.chat.unread === 0);
  const navigate = useNavigate();
  const fold = useFoldEntry();
  const parts = useLazyActionParts();
  const entries = parts?.listMoreEntries(props, { isRunning: isRunning(props, closing), isRead });
  const rareEntries = [
    ...(fold ? [{ id: "fold", label: fold.label }] : []),
    ...(entries?.rare ?? []),
  ];
  const runAction = (id: string) =>
    id === "fold" ? fold?.run() : parts?.createMoreActions(props, navigate)[id]?.();
  return (
    <>
      <span className="hide-s">
        <Menu
          label={t("conversation.more")}
          title={t("conversation.more")}
          className="btn icon quiet"
          groups={[{ entries: rareEntries }]}
          onAction={runAction}
        >
          <Icon of={IconDots} />
        </Menu>
      </span>
      <span className="show-s">
        <Menu
          label={t("conversation.more")}
          className="btn icon quiet"
          groups={[{ entries: [...(entries?.header ?? []), ...rareEntries] }]}
          onAction={runAction}
        >
          <Icon of={IconDots} />
        </Menu>
      </span>
    </>
  );
}
