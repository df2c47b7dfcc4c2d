import type { ChatQuery } from "@parlour/client";
import { maxBulkChats, type ChatsCount } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { t } from "./text.ts";

interface WholeListButtonProps {
  list: ChatQuery;
  /** Number of its chats that are loaded. */
  loaded: number;
  onSelect: (count: number) => void;
}

/** Selects all chats of a list, also those not loaded (ACT-039), once they are counted. */
export function WholeListButton({ list, loaded, onSelect }: WholeListButtonProps) {
  const { data } = useQuery({
    queryKey: ["chats-count", list],
    queryFn: ({ signal }) => api.get<ChatsCount>("/chats/count", { query: { ...list }, signal }),
    gcTime: 0,
  });
  if (data === undefined) return null;
  const { count } = data;
  if (count === null) return <p className="muted">{t("bulk.toomany", { n: maxBulkChats })}</p>;
  if (count <= loaded) return null;
  return (
    <Button variant="text" onClick={() => onSelect(count)}>
      {t("bulk.view", { n: count })}
    </Button>
  );
}
