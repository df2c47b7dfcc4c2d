import { omitAbsent } from "@parlour/protocol/omit-absent";
import { Link } from "@tanstack/react-router";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { useOpenChat } from "./open-chat.ts";
import { chatRoute, type ChatAddress } from "./routes.ts";

interface ChatLinkProps
  extends ChatAddress, Pick<ComponentProps<"a">, "className" | "title" | "target" | "aria-label"> {
  /** Called before the chat opens. */
  onOpen?: (() => void) | undefined;
  children: ReactNode;
}

/** Link to a chat. A press opens the chat in this page, with modifier keys in another one. */
export function ChatLink({ chatId, view, onOpen, children, ...anchor }: ChatLinkProps) {
  const openChat = useOpenChat();
  const onClick = (event: MouseEvent) => {
    const isOwnTab = anchor.target === undefined || anchor.target === "_self";
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0 || !isOwnTab) return;
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
