import { IconArrowsSort } from "@tabler/icons-react";
import type { ChatOrder } from "../../../state/inbox/chat-order.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { Menu } from "../../../ui/dialog/menu.tsx";
import { t } from "../text.ts";

/** Menu with the order of the running chats. */
export function OrderMenu({
  order,
  onChange,
}: {
  order: ChatOrder;
  onChange: (order: ChatOrder) => void;
}) {
  return (
    <Menu
      label={t("list.order", { order: t(`order.${order}`) })}
      className="btn quiet"
      onAction={(id) => onChange(id as ChatOrder)}
      groups={[
        {
          entries: (["wait", "new", "due"] as const).map((id) => ({
            id,
            label: t(`order.${id}`),
            chosen: id === order,
          })),
        },
      ]}
    >
      <Icon of={IconArrowsSort} small /> {t(`order.${order}`)}
    </Menu>
  );
}
