import type { KeyboardEvent } from "react";
import { t } from "./text.ts";
import type { TabName } from "./use-tab.ts";

interface WidgetTabsProps {
  tabs: readonly TabName[];
  current: TabName;
  onTab: (tab: TabName) => void;
}

/** Renders the tabs of a widget's settings. */
export function WidgetTabs({ tabs, current, onTab }: WidgetTabsProps) {
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
      className="tabs widget-tabs"
      role="tablist"
      tabIndex={-1}
      aria-label={t("widget.tabs")}
      onKeyDown={onKeyDown}
    >
      {tabs.map((name) => (
        <button
          key={name}
          id={`tab-${name}`}
          type="button"
          role="tab"
          aria-selected={name === current}
          aria-controls="widget-panel"
          tabIndex={name === current ? 0 : -1}
          onClick={() => onTab(name)}
        >
          {t(`tab.${name}`)}
        </button>
      ))}
    </div>
  );
}
