import type { Chat } from "@parlour/protocol";
import { priorityNames } from "@parlour/protocol/chat-priority";
import { PriorityMark } from "../../../ui/chat/PriorityMark.tsx";
import { Menu } from "../../../ui/dialog/menu.tsx";
import { setPriority } from "./set-priority.ts";
import { t } from "../../../ui/chat/priority-text.ts";

/** Button with the priority of a chat, which opens a menu of all priorities (ACT-001). */
export function PriorityMenu({ chat }: { chat: Chat }) {
  const current = chat.priority ?? "normal";
  return (
    <Menu
      label={t("priority.button", { name: t(`priority.${current}`) })}
      title={t("priority.title")}
      className={`numbtn priobtn ${current}`}
      placement="bottom start"
      groups={[
        {
          title: t("priority.title"),
          entries: priorityNames.toReversed().map((name) => ({
            id: name,
            label: t(`priority.${name}`),
            chosen: name === current,
          })),
        },
      ]}
      onAction={(id) => {
        const priority = priorityNames.find((name) => name === id);
        if (priority !== undefined && priority !== current) void setPriority(chat.id, priority);
      }}
    >
      <PriorityMark priority={chat.priority} isNamed={false} />
      {t(`priority.${current}`)}
    </Menu>
  );
}
