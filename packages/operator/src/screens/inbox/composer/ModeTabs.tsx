import type { KeyboardEvent } from "react";
import { t } from "../text.ts";

/** A tab above the field: a way to answer, or a note. `keys`: its shortcut, or "". */
export interface ComposerTab {
  readonly key: string;
  readonly label: string;
  readonly keys: string;
  readonly isSelected: boolean;
  readonly select: () => void;
}
interface ModeTabsProps {
  tabs: readonly ComposerTab[];
  panelId: string;
  /** Where the draft is: on this device only ("here"), or on the server. Null without a draft. */
  draftState: "here" | "everywhere" | null;
}

/** Renders tabs above the field. The arrow keys move between them. */
export function ModeTabs({ tabs, panelId, draftState }: ModeTabsProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    const step = event.key === "ArrowRight" ? 1 : tabs.length - 1;
    tabs[(tabs.findIndex(({ isSelected }) => isSelected) + step) % tabs.length]?.select();
  };
  return (
    <div
      className="tabs"
      role="tablist"
      tabIndex={-1}
      aria-label={t("composer.kind")}
      onKeyDown={onKeyDown}
    >
      {tabs.map(({ key, label, keys, isSelected, select }) => (
        <button
          key={key}
          type="button"
          role="tab"
          aria-selected={isSelected}
          aria-controls={panelId}
          tabIndex={isSelected ? 0 : -1}
          onClick={select}
          title={keys === "" ? label : `${label}  ${keys}`}
        >
          {label}
        </button>
      ))}
      {draftState !== null && (
        <span className="spare hide-s">
          {t(draftState === "here" ? "composer.saved" : "composer.saved.all")}
        </span>
      )}
    </div>
  );
}
