import { zendesk } from "../../article-systems.ts";
import type { OpenSource } from "../../source.ts";
import { createExportSource, type ExportFormat } from "../export/export-source.ts";
import { collectChat, readChat } from "./chats.ts";
import { collectTicket, readComment, readTicket } from "./tickets.ts";

/**
 * Reads exports of Zendesk Chat (chats, agents, departments, shortcuts) and of Zendesk Support
 * (tickets, comments, users, groups, ticket fields) and its help center (articles, translations,
 * sections) as their APIs write them (MV-043, MV-046).
 */
const format: ExportFormat = {
  system: "zendesk",
  lists: [
    "chats",
    "agents",
    "departments",
    "shortcuts",
    "tickets",
    "ticket_comments",
    "ticket_fields",
    "users",
    "groups",
    "articles",
    "translations",
    "sections",
  ],
  tables: [],
  collect(read, catalog) {
    collectChat(read, catalog);
    collectTicket(read, catalog);
  },
  readChats: [
    (read, catalog) => ("visitor" in read.value ? readChat(read) : readTicket(read, catalog)),
    readComment,
  ],
  articles: zendesk,
};

export const openZendesk: OpenSource = createExportSource(format);
