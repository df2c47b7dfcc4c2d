import { useEffect } from "preact/hooks";
import type { RefObject } from "preact";
import css from "./quote-bar.css?inline";
import { getMessageText } from "../../text/message-text.ts";
import { findQuoted } from "./quoted-message.ts";
import { ReactionRow } from "./ReactionRow.tsx";
import { Icon } from "../Icon.tsx";
import { addStyles } from "../styles.ts";
import type { ViewProps } from "../view-props.ts";

addStyles(css);

/**
 * Shows above the message field which message the next one quotes (WG-283). Escape in the field
 * removes the quote, and so does the end of the chat or the deletion of the message. The visitor
 * can react to a message of the team or a bot instead (WG-286).
 */
export function QuoteBar({
  model,
  actions,
  t,
  areaRef,
}: ViewProps & { readonly areaRef: RefObject<HTMLTextAreaElement | null> }) {
  const { quotes, isFresh } = model;
  const message = isFresh ? undefined : findQuoted(model, quotes?.chat_id, quotes?.seq);
  const isMissing = message === undefined;
  useEffect(() => {
    if (isMissing) actions.setQuote();
  }, [isMissing, actions]);
  useEffect(() => {
    const area = areaRef.current;
    area?.focus();
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.isComposing) return;
      // The chat window stays open.
      event.stopPropagation();
      actions.setQuote();
    };
    area?.addEventListener("keydown", onKeyDown);
    return () => area?.removeEventListener("keydown", onKeyDown);
  }, [quotes, actions, areaRef]);
  if (isMissing) return null;
  const remove = (): void => {
    actions.setQuote();
    areaRef.current?.focus();
  };
  const name = message.from === "visitor" ? t("you") : message.name || model.face.name;
  return (
    <section class="pw-quoting" aria-label={t("quoted")}>
      <p>
        <b>
          <bdi>{name}</bdi>
        </b>
        <span dir="auto">{getMessageText(message, t)}</span>
      </p>
      <button type="button" class="pw-icon" aria-label={t("quoteRemove")} onClick={remove}>
        <Icon name="x" small />
      </button>
      {message.from === "visitor" ? null : (
        <ReactionRow message={message} actions={actions} t={t} then={remove} />
      )}
    </section>
  );
}
