import type { Chat } from "@parlour/protocol";
import type { Tag } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";

/** Loads the tags of the account, which `settings_changed` invalidates. */
export const useTags = () =>
  useQuery({ queryKey: ["tags"], queryFn: () => api.list<Tag>("/tags"), staleTime: 60_000 });

/** Sets the tags of a chat. The resulting event updates every screen. */
export const setChatTags = (chatId: number, tags: readonly number[]): Promise<Chat> =>
  api.put<Chat>(`/chats/${chatId}/tags`, { tags });
