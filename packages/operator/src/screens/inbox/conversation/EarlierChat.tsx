import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ChatLink } from "../../../ui/open-chat/parts.tsx";
import { api } from "../../../state/api/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { formatFullTime } from "../../../ui/time.ts";
import { watchPosition } from "./letters/watch-position.ts";
import { t } from "./earlier-text.ts";
import { EarlierMessages } from "./EarlierMessages.tsx";

/** Shows the chat that the open one continues, if the operator may read it (CORE-360). */
export function EarlierChat({ chatId }: { chatId: number }) {
  const [isOpen, setOpen] = useState(false);
  const chat = useQuery({
    queryKey: ["earlier-chat", chatId],
    queryFn: ({ signal }) => api.chat(chatId, signal),
    staleTime: 60_000,
    retry: false,
  }).data;
  const anchor = useRef<HTMLSpanElement>(null);
  const watchAnchor = () => watchPosition(anchor.current);
  if (chat === undefined) return null;
  const time = formatFullTime(chat.created_at);
  return (
    <>
      {isOpen && <EarlierMessages chat={chat} onInsert={watchAnchor} />}
      <span className="line4" ref={anchor}>
        <Button
          variant="text"
          className="t12"
          aria-expanded={isOpen}
          onClick={() => {
            watchAnchor();
            setOpen(!isOpen);
          }}
        >
          {t(isOpen ? "earlier.close" : "earlier.open", { time })}
        </Button>
        <ChatLink chatId={chatId} view="closed">
          {t("earlier.chat")}
        </ChatLink>
      </span>
    </>
  );
}
