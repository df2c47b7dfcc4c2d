// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import { countUnread } from "../state/reducer.ts";
import { addStyles } from "./styles.ts";
import css from "./tabs.css?inline";
import type { ViewProps } from "./view-props.ts";

addStyles(css);

/** Tabs for chat and call (WG-070 `chat/call`). */
export function Tabs({ model, actions, t }: ViewProps) {
  const isCall = model.state === "chat/call";
  const unread = countUnread(model);
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs do
    <div
      class="pw-tabs"
      role="tablist"
      aria-label={t("ways")}
      onKeyDown={(event) => {
        if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
        actions.move(isCall ? "chat_tab" : "call");
        document.getElementById(isCall ? "pw-tab-chat" : "pw-tab-call")?.focus();
      }}
    >
      <button {...tabProps("chat", !isCall)} onClick={() => actions.move("chat_tab")}>
        {t("chatTab")}
        {isCall && unread > 0 ? (
          <span class="pw-badge">
            <span aria-hidden="true">{unread}</span>
            <span class="pw-sr">{t.count("unread", unread)}</span>
          </span>
        ) : null}
      </button>
      <button {...tabProps("call", isCall)} onClick={() => actions.move("call")}>
        {t("callTab")}
      </button>
    </div>
  );
}

const tabProps = (id: "chat" | "call", isSelected: boolean) => ({
  type: "button" as const,
  role: "tab" as const,
  id: `pw-tab-${id}`,
  "aria-selected": isSelected,
  tabIndex: isSelected ? 0 : -1,
  "aria-controls": isSelected ? `pw-${id}` : undefined,
});
