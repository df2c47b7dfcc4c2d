import type { KeyboardEvent } from "react";
import type { DraftMode } from "../../../state/drafts/drafts.ts";
import type { ChatPermission } from "../../../state/live-state.ts";
import { t } from "../text.ts";

interface ModeTabsProps {
  mode: DraftMode;
  onMode: (mode: DraftMode) => void;
  permission: ChatPermission;
  panelId: string;
  /**
   * Where the draft is stored: on this device only ("here"), or also on the server. Null if there
   * is no draft.
   */
  draftState: "here" | "everywhere" | null;
}

/** Renders tabs above the field: reply or note. */
export function ModeTabs({ mode, onMode, permission, panelId, draftState }: ModeTabsProps) {
  const modes = permission === "other" ? (["note"] as const) : (["text", "note"] as const);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      event.preventDefault();
      onMode(
        mode === "text" && permission !== "other"
          ? "note"
          : permission === "other"
            ? "note"
            : "text",
      );
    }
  };
  return (
    <div
      className="tabs"
      role="tablist"
      tabIndex={-1}
      aria-label={t("composer.kind")}
      onKeyDown={onKeyDown}
    >
      {modes.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={mode === name}
          aria-controls={panelId}
          tabIndex={mode === name ? 0 : -1}
          onClick={() => onMode(name)}
          title={name === "text" ? `${t("composer.reply")}  R` : `${t("composer.note")}  N`}
        >
          {name === "text" ? t("composer.reply") : t("composer.note")}
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
