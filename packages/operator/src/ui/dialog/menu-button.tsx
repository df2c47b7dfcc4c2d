import { omitAbsent } from "@parlour/protocol/omit-absent";
import { IconCheck } from "@tabler/icons-react";
import { useEffect, useState, type ReactElement, type ReactNode } from "react";
import {
  Button as AriaButton,
  Header,
  Menu as AriaMenu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
} from "react-aria-components";
import { Icon, type IconType } from "../Icon.tsx";

interface MenuEntry {
  id: string;
  label: ReactNode;
  icon?: IconType;
  /** Shortcut for the same action, shown at the end of the menu item. */
  keys?: string | undefined;
  /** Whether the item is marked as the current choice. */
  chosen?: boolean;
  danger?: boolean;
  hint?: string;
}
export interface MenuGroup {
  title?: string;
  entries: readonly MenuEntry[];
}

export interface MenuProps {
  label: string;
  className?: string;
  title?: string;
  /** Whether the Tab key skips the button, because a key does the same. */
  isTabSkipped?: boolean;
  groups: readonly MenuGroup[];
  onAction: (id: string) => void;
  children: ReactNode;
  placement?: "bottom end" | "bottom start" | "top end" | "top start" | "right bottom";
}

/** The loaded menu button. `startOpen`: its placeholder was pressed while the code was loading. */
export function MenuButton({
  label,
  className = "btn",
  title,
  isTabSkipped = false,
  groups,
  onAction,
  children,
  placement = "bottom end",
  startOpen,
}: MenuProps & { readonly startOpen: boolean }): ReactElement {
  const isSingleChoice = groups.some((group) =>
    group.entries.some((entry) => entry.chosen !== undefined),
  );
  const chosen = groups.flatMap((group) =>
    group.entries.filter((entry) => entry.chosen).map((entry) => entry.id),
  );
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!startOpen) return;
    // Only after the button has the focus, which then can return to it.
    const frame = requestAnimationFrame(() => setOpen(true));
    return () => cancelAnimationFrame(frame);
  }, [startOpen]);
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton
        className={className}
        aria-label={label}
        excludeFromTabOrder={isTabSkipped}
        // Replaces the plain button, which was pressed and had the focus.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={startOpen}
        {...omitAbsent({ title: title || undefined })}
      >
        {children}
      </AriaButton>
      <Popover className="popover float" placement={placement} offset={4}>
        <AriaMenu
          className="menulist"
          aria-label={label}
          onAction={(key) => onAction(String(key))}
          selectionMode={isSingleChoice ? "single" : "none"}
          selectedKeys={chosen}
        >
          {groups.map((group, index) => (
            <MenuSection
              key={group.title ?? index}
              className="menusection"
              {...omitAbsent({ "aria-label": group.title ? undefined : label })}
            >
              {group.title && <Header className="cap">{group.title}</Header>}
              {group.entries.map((entry) => (
                <MenuItem
                  key={entry.id}
                  id={entry.id}
                  className={entry.danger ? "menuitem danger" : "menuitem"}
                  textValue={typeof entry.label === "string" ? entry.label : entry.id}
                >
                  {entry.icon && <Icon of={entry.icon} />}
                  <span className="grow">
                    {entry.label}
                    {entry.hint && <span className="hint"> {entry.hint}</span>}
                  </span>
                  {entry.chosen && <Icon of={IconCheck} small />}
                  {entry.keys && <kbd>{entry.keys}</kbd>}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
