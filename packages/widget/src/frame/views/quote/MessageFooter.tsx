import type { WidgetMessage } from "@parlour/protocol/widget";
import css from "./message-footer.css?inline";
import { OutlineIcon } from "../Icon.tsx";
import { addStyles } from "../styles.ts";
import type { ViewProps } from "../view-props.ts";

addStyles(css);

const replyIcon = "M8 5L3.5 9.5 8 14M3.5 9.5H12a4.5 4.5 0 0 1 4.5 4.5v1.5";

/**
 * Shows that a message was edited or translated, the reaction to it, and its reply button. A press
 * on the translation shows what the operator wrote (WG-289).
 */
export function MessageFooter({
  message,
  model,
  actions,
  t,
}: { readonly message: WidgetMessage } & ViewProps) {
  const { chat_id, seq, edited, original, reaction } = message;
  const label = t(message.from === "visitor" ? "reply" : "replyOrReact");
  return (
    <>
      {edited && <p class="pw-meta">{t("edited")}</p>}
      {original && (
        <details>
          <summary class="pw-meta">
            {t("translated")} <u>{t("original")}</u>
          </summary>
          <p class="pw-b" dir="auto">
            {original}
          </p>
        </details>
      )}
      {reaction && <p class="pw-meta">{reaction}</p>}
      {model.chat?.state !== "closed" && (
        <button
          type="button"
          class="pw-reply"
          aria-label={label}
          title={label}
          // The button is not news of the conversation (WG-088).
          aria-live="off"
          onClick={() => actions.setQuote({ chat_id, seq })}
        >
          <OutlineIcon path={replyIcon} small />
        </button>
      )}
    </>
  );
}
