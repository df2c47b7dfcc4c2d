import "../edit/edit.css";
import type { Chat, Message, Operator } from "@parlour/protocol";
import { IconArrowBackUp, IconX } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { Button } from "../../../../ui/Button.tsx";
import { getVisitorName } from "../../../../ui/chat/visitor-name.ts";
import { Icon } from "../../../../ui/Icon.tsx";
import { messagePreview } from "../../../../ui/message/format-message.ts";
import { setQuote, useQuote } from "./quote-draft.ts";
import { t } from "./text.ts";

interface QuoteBarProps {
  chat: Chat;
  me: Operator;
  /** The text field of the composer, which gets the focus when a message is chosen. */
  field: { readonly current: HTMLTextAreaElement | null };
}

/** Shows above the composer which message the next answer quotes (CORE-434). */
export function QuoteBar({ chat, me, field }: QuoteBarProps) {
  const message = useQuote(chat.id, me.id);
  const previous = useRef(message);
  useEffect(() => {
    if (message !== null && message !== previous.current) field.current?.focus();
    previous.current = message;
  }, [message, field]);
  if (message === null) return null;
  return (
    <section className="editing" aria-label={t("quotedraft.label")}>
      <Icon of={IconArrowBackUp} small flip />
      <p className="grow">
        <span>{t("quotedraft.title", { name: getAuthorName(message, chat) })}</span>
        <small dir="auto">{messagePreview(message)}</small>
      </p>
      <Button
        variant="quiet"
        small
        icon={IconX}
        aria-label={t("quotedraft.remove")}
        onClick={() => setQuote(null)}
      />
    </section>
  );
}

const getAuthorName = ({ author }: Message, chat: Chat): string =>
  author.kind === "visitor" ? getVisitorName(chat) : author.name;
