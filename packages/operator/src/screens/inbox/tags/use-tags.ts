import type { Chat } from "@parlour/protocol";
import type { Tag } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";

/** Loads the tags of the account, which `settings_changed` invalidates. */
export const useTags = () =>
  useQuery({ queryKey: ["tags"], queryFn: () => api.list<Tag>("/tags"), staleTime: 60_000 });

/**
 * Adds and removes tags of a chat, so that tags of others at the same time stay (API-580). The
 * resulting event updates every screen.
 */
export const changeChatTags = (
  chatId: number,
  change: { readonly add?: readonly number[]; readonly remove?: readonly number[] },
): Promise<Chat> => api.patch<Chat>(`/chats/${chatId}/tags`, change);
