import { retryUnlessMissing } from "../loading/DetailsBody.tsx";
import type { IgnoredEmail, IgnoredEmailChat, IgnoredEmails } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api, queryClient } from "../../state/api/api.ts";
import { useOlderPages } from "../loading/use-older-pages.ts";
import { t } from "./text.ts";

const pageSize = 30;
const query = { limit: pageSize };

/** Loads the ignored emails of the operator's channels, newest first. */
export function useIgnoredEmails() {
  const head = useQuery({
    queryKey: ["ignored", "list"],
    queryFn: ({ signal }) => api.get<IgnoredEmails>("/ignored-emails", { query, signal }),
    refetchInterval: 60_000,
  });
  const { items, ...older } = useOlderPages(
    "ignored",
    head.data,
    (cursor) => api.get<IgnoredEmails>("/ignored-emails", { query: { ...query, cursor } }),
    ({ received_at, id }) => [received_at, id],
  );
  const shown = new Set(head.data?.items.map(({ id }) => id));
  return {
    head,
    rows: head.data && [...head.data.items, ...items.filter(({ id }) => !shown.has(id))],
    ...older,
  };
}

export function useIgnoredEmail(id: number) {
  return useQuery({
    queryKey: ["ignored", "one", id],
    retry: retryUnlessMissing,
    queryFn: ({ signal }) => api.get<IgnoredEmail>(`/ignored-emails/${id}`, { signal }),
  });
}

/** Starts a chat from an ignored email. The same email always gives the same chat. */
export async function startChat(id: number): Promise<number> {
  try {
    const { chat_id } = await api.post<IgnoredEmailChat>(`/ignored-emails/${id}/chat`);
    return chat_id;
  } finally {
    void queryClient.invalidateQueries({ queryKey: ["ignored"] });
  }
}

/** Returns the name of the sender, or their address. */
export const senderName = ({ name, from }: IgnoredEmail): string =>
  name || from || t("ignored.nobody");

const knownReasons = [
  "newsletter",
  "automatic_mail",
  "automatic_reply",
  "unknown_report",
  "no_failure",
  "mail_loop",
  "not_accepted",
] as const;
/** Returns the reason, or `other` for one that a newer server added. */
export const toKnownReason = (reason: string): (typeof knownReasons)[number] | "other" =>
  knownReasons.find((known) => known === reason) ?? "other";
