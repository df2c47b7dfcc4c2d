import type { Chat } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../state/api.ts";
import { atLeast } from "../../ui/at-least.ts";
import { useLate } from "../../ui/Bones.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { ChatLines } from "./ChatLines.tsx";
import { Fold } from "./Fold.tsx";
import { t } from "./text.ts";

const staysMs = 200;

/** Shows earlier chats of the visitor. */
export function Previous({ chat }: { chat: Chat }) {
  const number = chat.visitor.number;
  // Loads nothing for a chat that is only passed by.
  const stays = useLate(true, staysMs);
  const read = useQuery({
    queryKey: ["previous", number, chat.state],
    queryFn: ({ signal }) => api.chats({ visitor: number, sort: "created", limit: 50 }, signal),
    staleTime: 60_000,
    enabled: stays,
  });
  const earlier = read.data?.items.filter((other) => other.id !== chat.id);
  return (
    <Fold title={t("panel.previous")} {...(earlier && { n: atLeast(earlier.length, read.data?.next_cursor !== null) })}>
      <Loaded read={read} items={earlier} failed={t("panel.previous.failed")} none={t("panel.previous.none")}>
        {(chats) => <ChatLines chats={chats} unsaid={() => t("panel.chat")} />}
      </Loaded>
    </Fold>
  );
}
