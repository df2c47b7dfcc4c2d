import { IconCheck } from "@tabler/icons-react";
import type { ReactElement, ReactNode } from "react";
import { Button as AriaButton, Header, Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger, Popover } from "react-aria-components";
import { Icon, type IconType } from "./Icon.tsx";

export interface MenuEntry {
  id: string;
  label: ReactNode;
  icon?: IconType;
  /** Key that does the same, shown at the end. */
  keys?: string;
  /** Marks the present choice among several. */
  chosen?: boolean;
  danger?: boolean;
  hint?: string;
}
export interface MenuGroup {
  title?: string;
  entries: readonly MenuEntry[];
}

/** A button that opens a menu. `className` and `label` shape the button; `children` is what it shows. */
export function Menu({
  label,
  className = "btn",
  title,
  groups,
  onAction,
  children,
  placement = "bottom end",
}: {
  label: string;
  className?: string;
  title?: string;
  groups: readonly MenuGroup[];
  onAction: (id: string) => void;
  children: ReactNode;
  placement?: "bottom end" | "bottom start" | "top end" | "top start" | "right bottom";
}): ReactElement {
  const single = groups.some((group) => group.entries.some((entry) => entry.chosen !== undefined));
  const chosen = groups.flatMap((group) => group.entries.filter((entry) => entry.chosen).map((entry) => entry.id));
  return (
    <MenuTrigger>
      <AriaButton className={className} aria-label={label} {...(title && { title })}>
        {children}
      </AriaButton>
      <Popover className="popover float" placement={placement} offset={4}>
        <AriaMenu
          className="menulist"
          aria-label={label}
          onAction={(key) => onAction(String(key))}
          {...(single && { selectionMode: "single", selectedKeys: chosen })}
        >
          {groups.map((group, index) => (
            <MenuSection key={group.title ?? index} className="menusection" {...(!group.title && { "aria-label": label })}>
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
