import type { Chat, Operator } from "@parlour/protocol";
import type { ChatEmail } from "@parlour/protocol/api";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../../state/api/api.ts";
import { getDraft, setDraft } from "../../../../state/drafts/drafts.ts";
import {
  listNewAddresses,
  parseEmailDraft,
  resolveHeading,
  type EmailDraft,
  type EmailHeading,
} from "../../../../state/drafts/email-draft.ts";

/** Recipients and subject of an email. `heading` is null until it is loaded. */
export interface HeaderFields {
  readonly heading: EmailHeading | null;
  readonly newAddresses: readonly string[];
  readonly error: Error | null;
  readonly retry: () => void;
  readonly change: (change: EmailDraft) => void;
}

/** The next email of a chat. `defaults` is null until it is loaded. */
export interface EmailComposer extends HeaderFields {
  readonly defaults: ChatEmail | null;
  /** The new addresses that the operator was not asked about yet. */
  readonly unasked: readonly string[];
  readonly clear: () => void;
  readonly chooseReplyTo: (used: boolean) => Promise<void>;
}

/** Returns whether messages of the chat are emails. */
export const isEmailChat = ({ channel }: Chat): boolean => getCapabilities(channel.kind).email;

/** Loads what the next email begins with, after each message. The caller subscribes to drafts. */
export function useEmail(chat: Chat, me: Operator, isEnabled: boolean): EmailComposer {
  const client = useQueryClient();
  const key = ["chats", chat.id, "email", chat.seq];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<ChatEmail>(`/chats/${chat.id}/email`, { signal }),
    enabled: isEnabled,
    placeholderData: (previous, before) => (before?.queryKey[1] === chat.id ? previous : undefined),
  });
  const draft = parseEmailDraft(getDraft(me.id, chat.id, "email"));
  const defaults = query.data ?? null;
  const heading = defaults === null ? null : resolveHeading(defaults, draft);
  const newAddresses =
    heading === null || defaults === null ? [] : listNewAddresses(heading, defaults);
  const asked = new Set(draft.asked);
  return {
    defaults,
    heading,
    newAddresses,
    unasked: newAddresses.filter((address) => !asked.has(address)),
    error: query.error,
    retry: () => void query.refetch(),
    change: (change) => setDraft(me.id, chat.id, "email", JSON.stringify({ ...draft, ...change })),
    clear: () => setDraft(me.id, chat.id, "email", ""),
    chooseReplyTo: async (used) => {
      client.setQueryData(key, await api.put<ChatEmail>(`/chats/${chat.id}/reply-to`, { used }));
    },
  };
}
