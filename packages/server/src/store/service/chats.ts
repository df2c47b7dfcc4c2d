import { readVisitorData } from "../erasure/visitor-data.ts";
import { countChats, countOpenChats } from "../chats/chat-counts.ts";
import { listChats } from "../chats/chat-list.ts";
import { findQueuePosition } from "../chats/chat-queue.ts";
import { findChat, locateChat, listOpenChatsOfOperator } from "../chats/chat.ts";
import { listMessages } from "../chats/message.ts";
import { setReadMark } from "../chats/read-mark.ts";
import { listReportChats, listChatFacts } from "../reports/report-chats.ts";
import { readHours } from "../reports/report-hours.ts";
import { readNames, readReport } from "../reports/report.ts";
import { searchChat, searchChats, readStems } from "../chats/search.ts";
import { searchVisitors } from "../visitors/matching-visitors.ts";
import { listVisits } from "../visitors/visit.ts";
import { findVisitor, listActiveVisitors, listVisitors, listVisitorsById } from "../visitors/visitor.ts";
import { bindReader } from "./bind-reader.ts";
import type { ServiceStoreDeps } from "./deps.ts";

/** Creates the stores of chats, visitors, search and reports for `api`. */
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
