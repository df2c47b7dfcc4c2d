import css from "./message-quote.css?inline";
import { getMessageText } from "../../text/message-text.ts";
import { findQuoted } from "./quoted-message.ts";
import { addStyles } from "../styles.ts";
import type { ViewProps } from "../view-props.ts";

addStyles(css);

/** How long the quoted message is marked after a press on its quote. */
const markMs = 2_000;

interface MessageQuoteProps extends ViewProps {
  readonly chat_id: number;
  /** The text that the server has stored. Absent while the message waits for being sent. */
  readonly text?: string;
  /** Absent if the quoted message belongs to an earlier chat. */
  readonly seq?: number | undefined;
}
/**
 * Shows the beginning of the quoted message (WG-280). If that message is loaded, a press scrolls to
 * it (WG-284).
 */
export function MessageQuote({ text, chat_id, seq, model, t }: MessageQuoteProps) {
  const quoted = findQuoted(model, chat_id, seq);
  const excerpt = text || (quoted && getMessageText(quoted, t));
  if (!excerpt) return null;
  const content = <q dir="auto">{excerpt}</q>;
  return quoted ? (
    <button
      type="button"
      class="pw-quote"
      title={t("quoteJump")}
      onClick={() => scrollToMessage(quoted.seq)}
    >
      {content}
    </button>
  ) : (
    <div class="pw-quote">{content}</div>
  );
}

/** Scrolls to a message, gives it the focus and marks it for a moment. */
function scrollToMessage(seq: number): void {
  const message = document.querySelector<HTMLElement>(`[data-seq="${seq}"]`);
  if (message === null) return;
  message.tabIndex = -1;
  message.focus({ preventScroll: true });
  message.scrollIntoView({ block: "center" });
  message.animate(
    [{ boxShadow: "0 0 0 2px var(--pw-focus)" }, { boxShadow: "0 0 0 2px transparent" }],
    { duration: markMs, easing: "ease-in" },
  );
}
