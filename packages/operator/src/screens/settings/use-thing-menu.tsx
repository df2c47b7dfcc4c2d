import { IconDots, IconTrash } from "@tabler/icons-react";
import { useState, type ComponentProps, type ReactNode } from "react";
import { Icon } from "../../ui/Icon.tsx";
import { Menu } from "../../ui/menu.tsx";
import { DeleteThing } from "./DeleteThing.tsx";

interface ThingMenuProps extends Omit<ComponentProps<typeof DeleteThing>, "onClose"> {
  label: string;
  /** Label of the menu entry that opens the delete dialog. */
  deletes: string;
  /** Further entries above Delete. */
  others?: readonly { id: string; icon: typeof IconDots; label: string; run: () => void }[];
}

/**
 * Returns the menu of a resource page, with Delete as its last entry. Render `dialog` beside the
 * page's form, not inside it.
 */
export function useThingMenu({ label, deletes, others = [], ...thing }: ThingMenuProps): { menu: ReactNode; dialog: ReactNode } {
  const [deleting, setDeleting] = useState(false);
  const entry = { id: "delete", icon: IconTrash, label: deletes, danger: true };
  const menu = (
    <Menu
      label={label}
      className="btn icon quiet"
      onAction={(id) => {
        if (id === entry.id) setDeleting(true);
        else others.find((one) => one.id === id)?.run();
      }}
      groups={[...(others.length === 0 ? [] : [{ entries: others }]), { entries: [entry] }]}
    >
      <Icon of={IconDots} />
    </Menu>
  );
  return { menu, dialog: deleting && <DeleteThing {...thing} onClose={() => setDeleting(false)} /> };
}
