import { IconDots, IconTrash } from "@tabler/icons-react";
import { useState, type ComponentProps, type ReactNode } from "react";
import { Icon } from "../../../../ui/Icon.tsx";
import { Menu } from "../../../../ui/dialog/menu.tsx";
import { DeleteResourceDialog } from "./DeleteResourceDialog.tsx";

interface ResourceMenuProps extends Omit<ComponentProps<typeof DeleteResourceDialog>, "onClose"> {
  label: string;
  /** Label of the menu entry that opens the delete dialog. */
  deleteLabel: string;
  /** Further entries above Delete. */
  otherEntries?: readonly { id: string; icon: typeof IconDots; label: string; run: () => void }[];
}

/**
 * Returns the menu of a resource page, with Delete as its last entry. Render `dialog` beside the
 * page's form, not inside it.
 */
export function useResourceMenu({
  label,
  deleteLabel,
  otherEntries = [],
  ...dialogProps
}: ResourceMenuProps): {
  menu: ReactNode;
  dialog: ReactNode;
} {
  const [isDeleting, setDeleting] = useState(false);
  const entry = { id: "delete", icon: IconTrash, label: deleteLabel, danger: true };
  const menu = (
    <Menu
      label={label}
      className="btn icon quiet"
      onAction={(id) => {
        if (id === entry.id) setDeleting(true);
        else otherEntries.find((other) => other.id === id)?.run();
      }}
      groups={[
        ...(otherEntries.length === 0 ? [] : [{ entries: otherEntries }]),
        { entries: [entry] },
      ]}
    >
      <Icon of={IconDots} />
    </Menu>
  );
  return {
    menu,
    dialog: isDeleting && (
      <DeleteResourceDialog {...dialogProps} onClose={() => setDeleting(false)} />
    ),
  };
}
