import type { CannedReply } from "@parlour/protocol/api";

/**
 * Returns the replies for the text typed after the slash. Order: shortcuts that begin with it,
 * shortcuts that contain it, folders, texts. Equal ranks are sorted by use, then the operator's
 * language first.
 */
export function findReplies(replies: readonly CannedReply[], query: string, language: string, most: number): readonly CannedReply[] {
  const wanted = query.toLocaleLowerCase();
  return replies
    .map((reply) => ({ reply, rank: rankOf(reply, wanted) }))
    .filter(({ rank }) => rank < 4)
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        b.reply.uses - a.reply.uses ||
        Number(speaks(b.reply, language)) - Number(speaks(a.reply, language)) ||
        a.reply.shortcut.localeCompare(b.reply.shortcut) ||
        a.reply.id - b.reply.id,
    )
    .slice(0, most)
    .map(({ reply }) => reply);
}

function rankOf(reply: CannedReply, wanted: string): number {
  const shortcut = reply.shortcut.toLocaleLowerCase();
  if (shortcut.startsWith(wanted)) return 0;
  if (shortcut.includes(wanted)) return 1;
  if (reply.folder.toLocaleLowerCase().includes(wanted)) return 2;
  return reply.text.toLocaleLowerCase().includes(wanted) ? 3 : 4;
}

const speaks = (reply: CannedReply, language: string): boolean =>
  reply.language === "" || reply.language === language || reply.language.startsWith(`${language}-`);
