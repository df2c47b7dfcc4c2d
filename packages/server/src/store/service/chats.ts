import { readVisitorData } from "../visitor-data.ts";
import { countChats, countOpenChats } from "../queries/chat-counts.ts";
import { listChats } from "../queries/chat-list.ts";
import { findQueuePosition } from "../queries/chat-queue.ts";
import { findChat, locateChat, listOpenChatsOfOperator } from "../queries/chat.ts";
import { listMessages } from "../queries/message.ts";
import { setReadMark } from "../queries/read-mark.ts";
import { listReportChats, listChatFacts } from "../queries/report-chats.ts";
import { readHours } from "../queries/report-hours.ts";
import { readNames, readReport } from "../queries/report.ts";
import { searchChat, searchChats, readStems } from "../queries/search.ts";
import { searchVisitors } from "../queries/search-visitors.ts";
import { listVisits } from "../queries/visit.ts";
import { findVisitor, listActiveVisitors, listVisitors, listVisitorsById } from "../queries/visitor.ts";
import { bindReader } from "./bind-reader.ts";
import type { ServiceStoreDeps } from "./deps.ts";

/** Creates the stores of chats, visitors, search and reports for `edges/operator`. */
export function createChatStores({ reader, sql }: Pick<ServiceStoreDeps, "reader" | "sql">) {
  return {
    chats: {
      list: bindReader(reader, listChats),
      find: bindReader(reader, findChat),
      locate: bindReader(reader, locateChat),
      messages: bindReader(reader, listMessages),
      counts: bindReader(reader, countChats),
      openCounts: bindReader(reader, countOpenChats),
      placeInQueue: bindReader(reader, findQueuePosition),
      openOf: bindReader(reader, listOpenChatsOfOperator),
      setReadMark: (account: number, chatId: number, operatorId: number, mark: { readonly seq: number; readonly back: boolean }) =>
        setReadMark(sql, account, chatId, operatorId, mark),
    },
    visitors: {
      list: bindReader(reader, listVisitors),
      listSeen: bindReader(reader, listActiveVisitors),
      find: bindReader(reader, findVisitor),
      listOf: bindReader(reader, listVisitorsById),
      visits: bindReader(reader, listVisits),
      data: bindReader(reader, readVisitorData),
    },
    search: {
      chats: bindReader(reader, searchChats),
      inChat: bindReader(reader, searchChat),
      visitors: bindReader(reader, searchVisitors),
      stems: bindReader(reader, readStems),
    },
    reports: {
      read: bindReader(reader, readReport),
      hours: bindReader(reader, readHours),
      names: bindReader(reader, readNames),
      chats: bindReader(reader, listReportChats),
      facts: bindReader(reader, listChatFacts),
    },
  };
}
