import { omitAbsent } from "@parlour/protocol/omit-absent";
import { Link } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";
import { useOpenChat } from "./open-chat.ts";
import { chatRoute, type ChatAddress } from "../address/chat-routes.ts";

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
