import { createElement, useState, type KeyboardEvent, type ReactElement } from "react";
import { createLazyValue } from "../loading/lazy-value.ts";
import type { MenuProps } from "./menu-button.tsx";
import { useRequestedPart } from "./use-requested-part.ts";

export type { MenuGroup } from "./menu-button.tsx";

const lazyMenuButton = createLazyValue(() =>
  import("./menu-button.tsx").then((module) => module.MenuButton),
);

/**
 * Button that opens a menu, whose code is loaded when the page is idle, or with the first press. A
 * menu without entries opens when it gets some.
 */
export function Menu(props: MenuProps): ReactElement {
  const [isRequested, setRequested] = useState(false);
  const button = useRequestedPart(lazyMenuButton, isRequested, () => setRequested(false));
  const { label, className = "btn", title, isTabSkipped, groups, children } = props;
  const hasEntries = groups.some(({ entries }) => entries.length > 0);
  if (button && isRequested && hasEntries)
    return createElement(button, { ...props, startOpen: true });
  const requestMenu = () => setRequested(true);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    requestMenu();
  };
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-haspopup="true"
      aria-expanded={false}
      title={title || undefined}
      tabIndex={isTabSkipped ? -1 : undefined}
      onClick={requestMenu}
      onKeyDown={onKeyDown}
    >
      {children}
    </button>
  );
}
