import type { CannedReply } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../state/api/api.ts";

/** Loads the quick replies of this operator. `settings_changed` invalidates them. */
export const useQuickReplies = () =>
  useQuery({
    queryKey: ["canned-replies"],
    queryFn: () => api.list<CannedReply>("/canned-replies"),
    staleTime: 60_000,
  });

/**
 * Returns the replies for the text after the slash: by start of the shortcut, then its inside,
 * folders and texts, and then by use and language.
 */
export function findQuickReplies(
  replies: readonly CannedReply[],
  query: string,
  language: string,
  limit: number,
): readonly CannedReply[] {
  const term = query.toLocaleLowerCase();
  return replies
    .map((reply) => ({ reply, rank: rankReply(reply, term) }))
    .filter(({ rank }) => rank < 4)
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        b.reply.uses - a.reply.uses ||
        Number(isInLanguage(b.reply, language)) - Number(isInLanguage(a.reply, language)) ||
        a.reply.shortcut.localeCompare(b.reply.shortcut) ||
        a.reply.id - b.reply.id,
    )
    .slice(0, limit)
    .map(({ reply }) => reply);
}

function rankReply(reply: CannedReply, term: string): number {
  const shortcut = reply.shortcut.toLocaleLowerCase();
  if (shortcut.startsWith(term)) return 0;
  if (shortcut.includes(term)) return 1;
  if (reply.folder.toLocaleLowerCase().includes(term)) return 2;
  return reply.text.toLocaleLowerCase().includes(term) ? 3 : 4;
}

const isInLanguage = (reply: CannedReply, language: string): boolean =>
  reply.language === "" || reply.language === language || reply.language.startsWith(`${language}-`);
