import { moveKinds, type MoveSystem } from "@parlour/protocol/move-in/record";
import { systemNames } from "../../system-names.ts";
import type { FileValue } from "./read-values.ts";

const recordKinds: ReadonlySet<unknown> = new Set([...moveKinds, "message"]);

/** Fields of which a value of the system has all. A list of a dump is known by its name. */
const marks: readonly (readonly [MoveSystem, ...(readonly string[])])[] = [
  ["livehelperchat", "nick", "dep_id", "time"],
  ["jivochat", "event_name", "visitor"],
  ["jivochat", "event_name", "chat_id"],
  ["tawkto", "property", "chat"],
  ["tawkto", "property", "ticket"],
  ["intercom", "conversation_parts"],
  ["crisp", "session_id", "website_id"],
  ["crisp", "session_id", "fingerprint"],
  ["crisp", "people_id"],
  ["zendesk", "visitor", "history"],
  ["zendesk", "visitor", "message", "unread"],
  ["zendesk", "requester_id", "submitter_id"],
  ["zendesk", "role", "time_zone", "locale"],
  ["zendesk", "display_name", "departments"],
  ["zendesk", "section_id", "source_locale"],
  ["zendesk", "source_id", "source_type", "locale"],
  ["chatwoot", "account_id", "inbox_id"],
  ["chatwoot", "contact_inbox"],
  ["rocketchat", "_id", "t", "usersCount"],
];
const intercomTypes: ReadonlySet<unknown> = new Set([
  "conversation",
  "contact",
  "admin",
  "article",
]);

/** Returns which system a value seems to come from, or null. */
export function recognizeSystem({ list, value }: FileValue): MoveSystem | null {
  if (value === null) return null;
  if (list?.startsWith("lh_") === true) return "livehelperchat";
  if (intercomTypes.has(value["type"])) return "intercom";
  const mark = marks.find(([, ...keys]) => keys.every((key) => key in value));
  if (mark !== undefined) return mark[0];
  return recordKinds.has(value["kind"]) && "id" in value ? "jsonl" : null;
}

/** Names as their makers write them. */
export const exportNames: Readonly<Record<MoveSystem, string>> = {
  ...systemNames,
  jsonl: "Parlour (JSON Lines)",
  csv: "a CSV file",
};
