import {
  IconBan,
  IconBracketsContain,
  IconBracketsContainEnd,
  IconCopy,
  IconDots,
  IconTrash,
} from "@tabler/icons-react";
import { Menu } from "../../dialog/menu.tsx";
import { Icon } from "../../Icon.tsx";
import type { ItemAction } from "./editing.ts";
import { t } from "../text.ts";

interface ItemMenuProps {
  readonly sentence: string;
  readonly isExcluded: boolean;
  /** Whether the item is a group. */
  readonly isGroup?: boolean;
  readonly onAction: (action: ItemAction) => void;
}

/** Menu of a line or a group. */
export function ItemMenu({ sentence, isExcluded, isGroup = false, onAction }: ItemMenuProps) {
  const entries = [
    { id: "duplicate", icon: IconCopy, label: t("conditions.duplicate") },
    {
      id: "exclude",
      icon: IconBan,
      label: t(isExcluded ? "conditions.include" : "conditions.exclude"),
      keys: "!",
    },
    isGroup
      ? { id: "ungroup", icon: IconBracketsContainEnd, label: t("conditions.ungroup") }
      : { id: "group", icon: IconBracketsContain, label: t("conditions.ingroup") },
    { id: "remove", icon: IconTrash, label: t("conditions.remove"), keys: "Del" },
  ];
  return (
    <Menu
      label={t("conditions.menu", { sentence })}
      className="btn icon quiet small"
      groups={[{ entries }]}
      onAction={(id) => onAction(id as ItemAction)}
    >
      <Icon of={IconDots} small />
    </Menu>
  );
}
