import type { VisitorOnline, VisitorWithActivity } from "@parlour/protocol/api";
import { contacts, mapContacts } from "../../core/contacts.ts";
import type { FieldChange, Visitor } from "../../core/entity.ts";
import { createMasker, type FieldRules } from "./field-rules.ts";

const visitorFields: FieldRules<Visitor> = {
  number: "shown",
  id: "shown",
  ...mapContacts((field) => contacts[field].mask),
  photo: "shown",
  customer: "shown",
  consent: "shown",
  page: "shown",
  came_from: "shown",
  fields: "shown",
  chat_fields: "shown",
  erased: "shown",
  created_at: "shown",
};
export const maskVisitor = createMasker<Visitor>(visitorFields);

export const maskFieldChange = createMasker<FieldChange>({
  object: "shown",
  key: "shown",
  value: "shown",
  previous: "shown",
  source: "shown",
  by: "shown",
  chat_id: "shown",
  visitor: createMasker<FieldChange["visitor"]>({ number: "shown", id: "shown" }),
});

const maskLatestChat = createMasker<NonNullable<VisitorWithActivity["chat"]>>({
  id: "shown",
  state: "shown",
  assignee: "shown",
  channel: "shown",
  page: "shown",
  session: "shown",
});
const activityFields: FieldRules<VisitorWithActivity> = {
  ...visitorFields,
  last_seen_at: "shown",
  chat: maskLatestChat,
  chats: "shown",
  blocked: "shown",
};
export const maskVisitorWithActivity = createMasker<VisitorWithActivity>(activityFields);

const maskInvitation = createMasker<NonNullable<VisitorOnline["invitation"]>>({
  text: "masked",
  at: "shown",
  state: "shown",
  by: "shown",
  operator: "shown",
});
/** Masks the text of an open invitation. */
export const maskOnlineVisitor = createMasker<VisitorOnline>({
  ...activityFields,
  state: "shown",
  channel: "shown",
  since: "shown",
  visits: "shown",
  pages: "shown",
  trail: "shown",
  referrer: "shown",
  session: "shown",
  invitation: maskInvitation,
});
