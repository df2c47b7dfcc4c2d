import { readVisitorData } from "../visitor-data.ts";
import { countChats, openChatCounts } from "../queries/chat-counts.ts";
import { listChats } from "../queries/chat-list.ts";
import { placeInQueue } from "../queries/chat-queue.ts";
import { findChat, locateChat, openChatsOf } from "../queries/chat.ts";
import { listMessages } from "../queries/message.ts";
import { setReadMark } from "../queries/read-mark.ts";
import { listCounted, listFacts } from "../queries/report-chats.ts";
import { readHours } from "../queries/report-hours.ts";
import { readNames, readReport } from "../queries/report.ts";
import { searchChat, searchChats, stemsOf } from "../queries/search.ts";
import { searchVisitors } from "../queries/search-visitors.ts";
import { listVisits } from "../queries/visit.ts";
import { findVisitor, listSeenVisitors, listVisitors, listVisitorsOf } from "../queries/visitor.ts";
import { bound } from "./bound.ts";
import type { ServiceStoreDeps } from "./deps.ts";

/** Creates the stores of chats, visitors, search and reports for `edges/operator`. */
export function openChatStores({ reader, sql }: Pick<ServiceStoreDeps, "reader" | "sql">) {
  return {
    chats: {
      list: bound(reader, listChats),
      find: bound(reader, findChat),
      locate: bound(reader, locateChat),
      messages: bound(reader, listMessages),
      counts: bound(reader, countChats),
      openCounts: bound(reader, openChatCounts),
      placeInQueue: bound(reader, placeInQueue),
      openOf: bound(reader, openChatsOf),
      setReadMark: (account: number, chatId: number, operatorId: number, mark: { readonly seq: number; readonly back: boolean }) =>
        setReadMark(sql, account, chatId, operatorId, mark),
    },
    visitors: {
      list: bound(reader, listVisitors),
      listSeen: bound(reader, listSeenVisitors),
      find: bound(reader, findVisitor),
      listOf: bound(reader, listVisitorsOf),
      visits: bound(reader, listVisits),
      data: bound(reader, readVisitorData),
    },
    search: {
      chats: bound(reader, searchChats),
      inChat: bound(reader, searchChat),
      visitors: bound(reader, searchVisitors),
      stems: bound(reader, stemsOf),
    },
    reports: {
      read: bound(reader, readReport),
      hours: bound(reader, readHours),
      names: bound(reader, readNames),
      chats: bound(reader, listCounted),
      facts: bound(reader, listFacts),
    },
  };
}
