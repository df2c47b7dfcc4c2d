import type { Chat } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { useHasElapsed } from "../../../ui/loading/delay.ts";
import { api } from "../../../state/api/api.ts";
import { formatCount } from "../../../ui/format-count.ts";
import { QueryList } from "../../../ui/loading/QueryList.tsx";
import { ChatLinks } from "../../../ui/chat/ChatLinks.tsx";
import { CollapsibleSection } from "../../../ui/visitor/CollapsibleSection.tsx";
import { t } from "../text.ts";

const loadDelayMs = 200;

/** Shows earlier chats of the visitor and of the visitors who are the same person (API-410). */
export function PreviousChats({ chat }: { chat: Chat }) {
  const number = chat.visitor.number;
  // Waits before loading, so that chats the operator only steps past in the list cause no request.
  const isSettled = useHasElapsed(loadDelayMs);
  const query = useQuery({
    queryKey: ["previous", number, chat.state],
    queryFn: ({ signal }) => api.chats({ visitor: number, sort: "created", limit: 50 }, signal),
    staleTime: 60_000,
    enabled: isSettled,
  });
  const earlier = query.data?.items.filter((other) => other.id !== chat.id);
  return (
    <CollapsibleSection
      title={t("panel.previous")}
      n={earlier ? formatCount(earlier.length, query.data?.next_cursor !== null) : undefined}
    >
      <QueryList
        query={query}
        items={earlier}
        errorText={t("panel.previous.failed")}
        emptyText={t("panel.previous.none")}
      >
        {(chats) => (
          <ChatLinks chats={chats} channelId={chat.channel.id} emptyText={() => t("panel.chat")} />
        )}
      </QueryList>
    </CollapsibleSection>
  );
}
