import type { MoveRecord } from "@parlour/protocol/move-in/record";
import type { Author, Catalog, SourceItem } from "../export/catalog.ts";
import { listFiles, listNotes, toChat, toMessage, toProblem, toThumbs } from "../export/catalog.ts";
import type { ExportValue } from "../export/export-source.ts";
import {
  fromText,
  listObjects,
  listTexts,
  toBody,
  toFields,
  toId,
  toName,
  toObject,
  toText,
  type Json,
} from "../export/values.ts";

/** Collection of the API to which a value belongs, from its address there or from its list. */
function findCollection({ value, list }: ExportValue): string | null {
  const url = toText(value["url"]);
  return /\/api\/v2\/(\w+)\/\d+\.json/.exec(url ?? "")?.[1] ?? list;
}
const isTicket = (value: Json): boolean => "requester_id" in value && "submitter_id" in value;
const isComment = (value: Json): boolean => "author_id" in value && "ticket_id" in value;

/** Adds what a value of Zendesk Support says about users, groups, fields and tags. */
export function collectTicket(read: ExportValue, catalog: Catalog): void {
  const { value } = read;
  const id = toId(value["id"]);
  if (isTicket(value)) {
    for (const tag of listTexts(value["tags"]))
      catalog.add({ kind: "tag", id: tag, name: toName(tag) });
    // Exports of the whole account contain the users inside of their tickets.
    for (const key of ["requester", "submitter", "assignee"])
      addUser(toObject(value[key]), catalog);
    const requester = toId(value["requester_id"]);
    if (requester !== undefined && !catalog.facts.has(`staff:${requester}`))
      catalog.add({ kind: "person", id: requester });
    return;
  }
  if (isComment(value)) {
    catalog.facts.set(`comments:${toId(value["ticket_id"]) ?? ""}`, "");
    return;
  }
  const collection = findCollection(read);
  if (collection === "groups") catalog.add({ kind: "department", id, name: toName(value["name"]) });
  else if (collection === "ticket_fields") addField(value, catalog);
  else addUser(value, catalog);
}

function addUser(user: Json, catalog: Catalog): void {
  const id = toId(user["id"]);
  const role = toText(user["role"]);
  if (id === undefined || role === undefined) return;
  const shared = { id, email: toText(user["email"]) };
  if (role === "end-user") {
    catalog.add({
      kind: "person",
      ...shared,
      name: toText(user["name"])?.slice(0, 300),
      phone: toText(user["phone"]),
      external_id: toText(user["external_id"]),
      created_at: fromText(user["created_at"]),
      note: toText(user["notes"]),
      fields: toFields(user["user_fields"]),
    });
    return;
  }
  catalog.facts.set(`staff:${id}`, "");
  catalog.add({
    kind: "operator",
    ...shared,
    name: toName(user["name"]),
    active:
      user["suspended"] === true || user["active"] === false
        ? false
        : user["active"] === true || undefined,
  });
}

const fieldTypes: Readonly<
  Record<string, Extract<MoveRecord, { readonly kind: "field" }>["type"]>
> = {
  text: "text",
  textarea: "text",
  regexp: "text",
  integer: "number",
  decimal: "number",
  checkbox: "checkbox",
  date: "date",
  tagger: "list",
};
/** Fields of the system itself, such as subject and status, are read from the ticket. */
function addField(field: Json, catalog: Catalog): void {
  const id = toId(field["id"]);
  const type = fieldTypes[toText(field["type"]) ?? ""];
  if (id === undefined || type === undefined) return;
  const options = listObjects(field["custom_field_options"]);
  catalog.add({
    kind: "field",
    id,
    of: "chat",
    key: id,
    name: toName(field["title"]),
    type,
    options: options.length === 0 ? undefined : options.flatMap(({ value }) => toText(value) ?? []),
  });
}

/** Reads a ticket as a chat, with the comments inside of it. */
export function readTicket({ value, at }: ExportValue, catalog: Catalog): readonly SourceItem[] {
  if (!isTicket(value)) return [];
  const id = toId(value["id"]);
  const person = toId(value["requester_id"]);
  if (id === undefined) return [toProblem("chat", at, "broken_record", "id is missing")];
  if (person === undefined) return [toProblem("chat", id, "no_person")];
  const rating = toObject(value["satisfaction_rating"]);
  const channel = toText(toObject(value["via"])["channel"]);
  const status = toText(value["status"]);
  const isClosed = status === "closed" || status === "solved";
  return [
    toChat({
      id: `ticket-${id}`,
      person,
      channel: channel === undefined ? undefined : { name: channel, kind: channel },
      started_at: fromText(value["created_at"]),
      ended_at: isClosed ? fromText(value["updated_at"]) : undefined,
      operator: toId(value["assignee_id"]),
      department: toId(value["group_id"]),
      tags: [...listTexts(value["tags"])],
      fields: toFields(
        Object.fromEntries(
          listObjects(value["custom_fields"]).map((field) => [toText(field["id"]), field["value"]]),
        ),
      ),
      notes: listNotes(
        ["Subject", toText(value["subject"])],
        ["Status", isClosed ? undefined : status],
        ["Priority", toText(value["priority"])],
      ),
      rating:
        rating["score"] === "good" || rating["score"] === "bad"
          ? toThumbs(rating["score"] === "good", toText(rating["comment"]))
          : undefined,
    }),
    ...readComments(value, id, catalog),
  ];
}

/** Without comments, the description of a ticket is its first one. */
function readComments(value: Json, ticket: string, catalog: Catalog): readonly SourceItem[] {
  if (Array.isArray(value["comments"]))
    return listObjects(value["comments"]).flatMap((comment) =>
      toComment(comment, { ticket, requester: toId(value["requester_id"]), catalog }),
    );
  if (catalog.facts.has(`comments:${ticket}`)) return [];
  const author = readAuthor(toId(value["submitter_id"]), toId(value["requester_id"]), catalog);
  return [
    toMessage({
      id: `ticket-${ticket}`,
      chat: `ticket-${ticket}`,
      sent_at: fromText(value["created_at"]),
      author,
      text: toBody(value["description"]),
    }),
  ];
}

/** Reads a comment that is a value of its own. */
export function readComment({ value }: ExportValue, catalog: Catalog): readonly SourceItem[] {
  const ticket = toId(value["ticket_id"]);
  return ticket === undefined || !isComment(value)
    ? []
    : toComment(value, { ticket, requester: undefined, catalog });
}

const fileKeys = {
  name: "file_name",
  type: "content_type",
  size: "size",
  url: "content_url",
};
interface CommentOf {
  readonly ticket: string;
  readonly requester: string | undefined;
  readonly catalog: Catalog;
}
function toComment(
  comment: Json,
  { ticket, requester, catalog }: CommentOf,
): readonly SourceItem[] {
  const id = toId(comment["id"]);
  if (id === undefined)
    return [toProblem("message", `ticket-${ticket}`, "broken_record", "id is missing")];
  return [
    toMessage({
      id,
      chat: `ticket-${ticket}`,
      sent_at: fromText(comment["created_at"]),
      author: readAuthor(toId(comment["author_id"]), requester, catalog),
      text: toText(comment["plain_body"]) ?? toBody(comment["body"]),
      is_note: comment["public"] === false ? true : undefined,
      files: listFiles(comment["attachments"], fileKeys),
    }),
  ];
}

/** The role of the user decides. A user that the export does not contain is an unknown author. */
function readAuthor(
  id: string | undefined,
  requester: string | undefined,
  catalog: Catalog,
): Author | undefined {
  if (id === undefined) return undefined;
  if (catalog.facts.has(`staff:${id}`)) return { kind: "operator", id };
  return id === requester || catalog.has("person", id) ? { kind: "visitor", id } : undefined;
}
