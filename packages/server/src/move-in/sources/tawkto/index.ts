import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { OpenSource } from "../../source.ts";
import { listNotes, toChat, toMessage, toProblem } from "../export/catalog.ts";
import type { Author, SourceItem } from "../export/catalog.ts";
import { createExportSource, type ExportFormat } from "../export/export-source.ts";
import {
  fromText,
  listObjects,
  toBody,
  toId,
  toName,
  toObject,
  toText,
  type Json,
} from "../export/values.ts";

/**
 * Reads transcripts and tickets of tawk.to as its webhooks `chat:transcript_created` and
 * `ticket:create` send them (MV-042).
 */
const tawkto: ExportFormat = {
  system: "tawkto",
  lists: ["events", "chats"],
  tables: [],
  collect({ value }, catalog) {
    const given = "ticket" in value ? value["requester"] : toObject(value["chat"])["visitor"];
    const person = toObject(given);
    catalog.add({
      kind: "person",
      id: findPerson(value),
      name: toText(person["name"])?.slice(0, 300),
      email: toText(person["email"]),
    });
  },
  readChats: [
    ({ value, at }) => {
      if ("ticket" in value) return readTicket(value, at);
      return Array.isArray(toObject(value["chat"])["messages"]) ? readTranscript(value, at) : [];
    },
  ],
};

export const openTawkto: OpenSource = createExportSource(tawkto);

/** Persons have no id: those with the same address are one. */
function findPerson(value: Json): string | undefined {
  if (!("ticket" in value) && !("chat" in value)) return undefined;
  const chat = toObject(value["chat"]);
  const ticket = toObject(value["ticket"]);
  const person = toObject("ticket" in value ? value["requester"] : chat["visitor"]);
  const id = toId(chat["id"]) ?? toId(ticket["id"]);
  return toText(person["email"])?.toLowerCase() ?? (id === undefined ? undefined : `chat-${id}`);
}
const readChannel = (value: Json): { readonly name: string; readonly kind: string } | undefined => {
  const name = toName(toObject(value["property"])["name"]);
  return name === "" ? undefined : { name, kind: "web" };
};

function readTranscript(value: Json, at: string): readonly SourceItem[] {
  const chat = toObject(value["chat"]);
  const id = toId(chat["id"]);
  const person = findPerson(value);
  if (id === undefined || person === undefined)
    return [toProblem("chat", at, "broken_record", "chat.id is missing")];
  const messages = listObjects(chat["messages"]);
  const { city, country } = toObject(chat["visitor"]);
  const location = [toText(city), toText(country)].filter((part) => part !== undefined);
  return [
    toChat({
      id,
      person,
      channel: readChannel(value),
      started_at: fromText(messages[0]?.["time"]),
      ended_at: fromText(messages.at(-1)?.["time"] ?? value["time"]),
      notes: listNotes(
        ["Location", location.length === 0 ? undefined : location.join(", ")],
        ["Domain", toText(value["domain"])],
      ),
    }),
    ...messages.flatMap((message, n) => readMessage(message, id, `${id}-${n + 1}`)),
  ];
}

function readMessage(message: Json, chat: string, id: string): readonly SourceItem[] {
  const text = toBody(message["msg"]);
  // The documentation names no address of a file.
  const missing =
    message["type"] === "file"
      ? [toProblem("file", id, "file_gone", "the export does not contain its address")]
      : [];
  if (text === "" && missing.length > 0) return missing;
  return [
    toMessage({
      id,
      chat,
      sent_at: fromText(message["time"]),
      author: readAuthor(toObject(message["sender"])),
      text,
    }),
    ...missing,
  ];
}

/** The sender is `v` (visitor), `a` (agent) or `s` (system), with a name. */
function readAuthor(sender: Json): Author | undefined {
  const named = omitAbsent({ name: toName(sender["n"]) || undefined });
  switch (sender["t"]) {
    case "v":
      return { kind: "visitor", ...named };
    case "a":
      return { kind: "operator", ...named };
    case "s":
      return { kind: "system", ...named };
    default:
      return undefined;
  }
}

function readTicket(value: Json, at: string): readonly SourceItem[] {
  const ticket = toObject(value["ticket"]);
  const given = toId(ticket["id"]);
  const person = findPerson(value);
  if (given === undefined || person === undefined)
    return [toProblem("chat", at, "broken_record", "ticket.id is missing")];
  const id = `ticket-${given}`;
  const sentAt = fromText(value["time"]);
  return [
    toChat({
      id,
      person,
      channel: readChannel(value),
      started_at: sentAt,
      ended_at: sentAt,
      notes: listNotes(
        ["Subject", toText(ticket["subject"])],
        ["Ticket", toText(ticket["humanId"])],
      ),
    }),
    toMessage({
      id: `${id}-1`,
      chat: id,
      sent_at: sentAt,
      author: { kind: "visitor" },
      text: toBody(ticket["message"]),
    }),
  ];
}
