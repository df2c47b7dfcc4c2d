import type { ParallelChat } from "@parlour/protocol/api";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { ComparedChats, type ComparedChat } from "./ComparedChats.tsx";
import { t } from "./text.ts";
import { useParallelChats } from "./use-parallel-run.ts";

/** Lists the chats of the old system with those here, newest first. */
export function ParallelChatList() {
  const query = useParallelChats();
  const [isOnlyDifferences, setOnlyDifferences] = useState(false);
  const all = query.data?.pages.flatMap(({ items }) => items);
  const shown = all?.filter(({ difference }) => {
    return !isOnlyDifferences || (difference !== "none" && difference !== "running");
  });
  return (
    <ComparedChats
      id="parallel-list"
      title={t("parallel.list")}
      query={query}
      chats={shown?.map(describeChat)}
      emptyText={t(isOnlyDifferences ? "parallel.same" : "parallel.none")}
    >
      <Button
        small
        aria-pressed={isOnlyDifferences}
        onClick={() => setOnlyDifferences((on) => !on)}
      >
        {t("parallel.only")}
      </Button>
    </ComparedChats>
  );
}

const describeChat = ({ chat, at, there, stored, difference }: ParallelChat): ComparedChat => ({
  id: chat,
  chatId: stored?.chat_id ?? null,
  visitor: stored?.visitor ?? "",
  at,
  oldSystem: showSide(there),
  parlour: stored === null ? t("parallel.nothere") : showSide(stored),
  difference,
  differenceText: t(`parallel.is.${difference}`),
});

function showSide({
  messages,
  rating,
}: {
  readonly messages: number | null;
  readonly rating: string | null;
}): string {
  if (messages === null) return t("parallel.running");
  const text = t("parallel.messages", { n: messages });
  return rating === "positive" || rating === "negative"
    ? t("parallel.rated", { messages: text, rating: t(`parallel.rated.${rating}`) })
    : text;
}
