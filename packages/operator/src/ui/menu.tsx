import { createElement, useState, type KeyboardEvent, type ReactElement, type ReactNode } from "react";
import type { IconType } from "./Icon.tsx";
import { later, useLater } from "./later.ts";

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

export interface MenuProps {
  label: string;
  className?: string;
  title?: string;
  groups: readonly MenuGroup[];
  onAction: (id: string) => void;
  children: ReactNode;
  placement?: "bottom end" | "bottom start" | "top end" | "top start" | "right bottom";
}

const part = later(() => import("./menu-button.tsx").then((module) => module.MenuButton));

/**
 * A button that opens a menu. `className` and `label` shape the button; `children` is what it shows. The menu comes when the page has time;
 * until it is asked for a plain button stands here: dozens stand in the page, few are opened.
 */
export function Menu(props: MenuProps): ReactElement {
  const button = useLater(part);
  const [isAsked, setAsked] = useState(false);
  const { label, className = "btn", title, children } = props;
  if (button && isAsked) return createElement(button, { ...props, startOpen: true });
  const ask = () => {
    setAsked(true);
    part.load();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    ask();
  };
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-haspopup="true"
      aria-expanded={false}
      {...(title && { title })}
      onClick={ask}
      onKeyDown={onKeyDown}
    >
      {children}
    </button>
  );
}
