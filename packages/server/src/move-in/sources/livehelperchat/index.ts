import type { OpenSource } from "../../source.ts";
import { createExportSource, type ExportFormat } from "../export/export-source.ts";
import { listObjects } from "../export/values.ts";
import { openApi } from "./api.ts";
import { addDepartment, addPerson, addReply, addUser, readChat, readMessage } from "./records.ts";

/** Reads a dump of the tables, and saved answers of the REST API (MV-044). */
const livehelperchat: ExportFormat = {
  system: "livehelperchat",
  lists: ["list"],
  tables: ["lh_users", "lh_departament", "lh_canned_msg", "lh_chat", "lh_msg"],
  collect({ list, value }, catalog) {
    if (list === "lh_users") addUser(value, catalog);
    else if (list === "lh_departament") addDepartment(value, catalog);
    else if (list === "lh_canned_msg") addReply(value, catalog);
    else if (isChat(list, value)) addPerson(value, catalog);
  },
  readChats: [
    ({ list, value, at }, _catalog, { address }) =>
      isChat(list, value)
        ? [
            ...readChat(value, at),
            ...listObjects(value["messages"]).flatMap((message) =>
              readMessage(message, at, address),
            ),
          ]
        : [],
    // A dump has its messages in a table of their own.
    ({ list, value, at }, _catalog, { address }) =>
      list === "lh_msg" ? readMessage(value, at, address) : [],
  ],
};

const openFiles = createExportSource(livehelperchat);

/** Reads uploaded files, or without files the REST API. */
export const openLivehelperchat: OpenSource = (settings, deps) =>
  settings.files.length > 0 ? openFiles(settings, deps) : openApi(settings, deps);

const isChat = (list: string | null, value: object): boolean =>
  list === "lh_chat" || ("nick" in value && "dep_id" in value);
