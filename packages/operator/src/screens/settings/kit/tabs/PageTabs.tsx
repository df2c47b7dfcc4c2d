import { useNavigate, useSearch } from "@tanstack/react-router";
import type { KeyboardEvent, ReactNode } from "react";

interface PageTabsProps<Name extends string> {
  /** Label for screen readers. */
  readonly label: string;
  readonly className: string;
  readonly tabs: readonly Name[];
  readonly current: Name;
  readonly onTab: (tab: Name) => void;
  readonly children: (tab: Name) => ReactNode;
}

/** Id of the element with the content of the open tab, whose `role` is `tabpanel`. */
export const tabPanelId = "tab-panel";

/** Renders the tabs of a page. Arrow keys, Home and End open another tab. */
export function PageTabs<Name extends string>(props: PageTabsProps<Name>) {
  const { label, className, tabs, current, onTab, children } = props;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const targetIndex =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? tabs.length - 1
          : step && tabs.indexOf(current) + step;
    if (targetIndex === undefined) return;
    event.preventDefault();
    const next = tabs.at(targetIndex % tabs.length) ?? current;
    onTab(next);
    event.currentTarget.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div
      className={className}
      role="tablist"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {tabs.map((name) => (
        <button
          key={name}
          id={`tab-${name}`}
          type="button"
          role="tab"
          aria-selected={name === current}
          aria-controls={tabPanelId}
          tabIndex={name === current ? 0 : -1}
          onClick={() => onTab(name)}
        >
          {children(name)}
        </button>
      ))}
    </div>
  );
}

/**
 * Returns the open tab and a function to change it. The tab is stored in the URL, so that it
 * survives a reload and can be linked to. Without one in the URL, `initial` is open.
 */
export function useUrlTab<Name extends string>(
  tabs: readonly Name[],
  initial: Name,
): readonly [Name, (tab: Name) => void] {
  const requestedTab = (useSearch({ strict: false }) as { tab?: unknown }).tab;
  const navigate = useNavigate();
  const currentTab = tabs.find((name) => name === requestedTab) ?? initial;
  const showTab = (tab: Name) => {
    if (tab !== currentTab)
      void navigate({ to: ".", search: { tab } as never, replace: true, ignoreBlocker: true });
  };
  return [currentTab, showTab];
}
