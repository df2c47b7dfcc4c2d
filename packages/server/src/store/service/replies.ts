import type { ReplyViewer } from "../settings/content/canned-reply-record.ts";
import type { ChatVisibility } from "../chats/chat-record.ts";
import { countReplyUse, createReply, deleteReply, updateReply } from "../settings/content/canned-reply-changes.ts";
import { createTag, deleteTag, updateTag } from "../settings/content/tag-changes.ts";
import type { Sql } from "../database/sql.ts";
import { countReplies, findReply, listReplies } from "../settings/content/canned-reply.ts";
import { saveDraft, listDrafts } from "../chats/draft.ts";
import { readerForTransaction } from "../database/transaction-reader.ts";
import type { ServiceStoreDeps } from "./deps.ts";
import { listMentions } from "../chats/mention.ts";
import { findTag, listTags } from "../settings/content/tag.ts";

/** Creates the stores of quick replies, tags, drafts and mentions for `api`. */
export function createReplyStores({ reader, sql }: Pick<ServiceStoreDeps, "reader" | "sql">) {
  return {
    tags: {
      list: (account: number) => listTags(reader, account),
      find: (account: number, id: number) => findTag(reader, account, id),
      listIn: (tx: Sql, account: number) => listTags(readerForTransaction(tx), account),
      create: createTag,
      update: updateTag,
      remove: deleteTag,
    },
    cannedReplies: {
      list: (account: number, asker: ReplyViewer) => listReplies(reader, account, asker),
      find: (account: number, asker: ReplyViewer, id: number) => findReply(reader, account, asker, id),
      listIn: (tx: Sql, account: number, asker: ReplyViewer) => listReplies(readerForTransaction(tx), account, asker),
      findIn: (tx: Sql, account: number, asker: ReplyViewer, id: number) => findReply(readerForTransaction(tx), account, asker, id),
      countIn: (tx: Sql, account: number, operatorId: number) => countReplies(readerForTransaction(tx), account, operatorId),
      create: createReply,
      update: updateReply,
      remove: deleteReply,
      countUse: (account: number, id: number, operatorId: number) => countReplyUse(sql, account, id, operatorId),
    },
    drafts: {
      list: (account: number, operatorId: number) => listDrafts(reader, account, operatorId),
      keep: (account: number, operatorId: number, draft: Parameters<typeof saveDraft>[3], bound: Parameters<typeof saveDraft>[4]) =>
        saveDraft(sql, account, operatorId, draft, bound),
    },
    mentions: { list: (account: number, sight: ChatVisibility) => listMentions(reader, account, sight) },
  };
}
