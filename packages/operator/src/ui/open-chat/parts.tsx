import { omitAbsent } from "@parlour/protocol/omit-absent";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import { chatRoute, type ChatAddress } from "../address/chat-routes.ts";
import { t } from "../text.ts";
import { registerKeyCatcher } from "./keys.ts";
import { useOpenChat } from "./open-chat.ts";

interface ChatLinkProps extends ChatAddress {
  className?: string | undefined;
  title?: string | undefined;
  target?: "_blank" | undefined;
  "aria-label"?: string | undefined;
  /** Called before the chat opens. */
  onOpen?: (() => void) | undefined;
  children: ReactNode;
}

/** Link to a chat. A press opens the chat in this page, with modifier keys in another one. */
export function ChatLink({ chatId, view, onOpen, children, ...anchor }: ChatLinkProps) {
  const openChat = useOpenChat();
  const onClick = (event: MouseEvent) => {
    const isOtherPage = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (isOtherPage || anchor.target !== undefined) return;
    event.preventDefault();
    onOpen?.();
    openChat({ chatId, view });
  };
  return (
    <Link {...chatRoute({ chatId, view })} {...omitAbsent(anchor)} onClick={onClick}>
      {children}
    </Link>
  );
}

/** Takes what is typed while the composer of an opened chat loads. It is not visible. */
export function KeyCatcher() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => (field.current ? registerKeyCatcher(field.current) : undefined), []);
  const onKeyDown = (event: KeyboardEvent) => {
    // Nothing is sent from a field that nobody sees.
    if (event.key === "Enter") event.preventDefault();
    if (event.key === "Escape") field.current?.blur();
  };
  return (
    <section className="vh" aria-label={t("ui.opening")}>
      <input
        type="text"
        ref={field}
        tabIndex={-1}
        data-key-catcher
        aria-label={t("ui.opening")}
        onKeyDown={onKeyDown}
      />
    </section>
  );
}
