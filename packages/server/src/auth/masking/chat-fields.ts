import type { ChannelEmail, IgnoredEmail } from "@parlour/protocol/api";
import type { ChatInvitation } from "@parlour/protocol";
import type {
  Call,
  ChatBot,
  ChatEntity,
  ChatNotice,
  OfflineAnswer,
  OfflineMessage,
  Transfer,
} from "../../core/entity.ts";
import { createMasker, masksEach, maskText } from "./field-rules.ts";
import { maskVisitor } from "./visitor-fields.ts";

const maskTransfer = createMasker<Transfer>({
  by: "shown",
  to: "shown",
  comment: "masked",
  until: "shown",
});
const maskInvitation = createMasker<ChatInvitation>({
  by: "shown",
  to: "shown",
  comment: "masked",
});
/** The detail is the reason of a decline, a comment, or the minutes without an answer. */
const maskNotice = createMasker<ChatNotice>({
  kind: "shown",
  to: "shown",
  by: "shown",
  detail: (detail, { kind }) => (kind === "reassigned" ? detail : maskText(detail)),
  at: "shown",
  opened_at: "shown",
  reminded: "shown",
});
const maskSnooze = createMasker<NonNullable<ChatEntity["snoozed"]>>({
  until: "shown",
  since: "shown",
  by: "shown",
  stay: "shown",
});
const maskSnoozeEnd = createMasker<NonNullable<ChatEntity["snooze_ended"]>>({
  at: "shown",
  reason: "shown",
  by: "shown",
});
const maskSla = createMasker<NonNullable<ChatEntity["sla"]>>({
  policy: "shown",
  target: "shown",
  at_risk_at: "shown",
  due_at: "shown",
  state: "shown",
});
const maskPromise = createMasker<NonNullable<ChatEntity["promise"]>>({
  until: "shown",
  made_at: "shown",
  by: "shown",
  at_risk_at: "shown",
  state: "shown",
  answered_at: "shown",
});
const maskBot = createMasker<ChatBot>({
  id: "shown",
  name: "shown",
  photo: "shown",
  attached: "shown",
  buttons: "shown",
  choices: "shown",
  missed_at: "shown",
  returned_at: "shown",
  silent_since: "shown",
  undelivered: "shown",
});

const maskImported = createMasker<NonNullable<ChatEntity["imported"]>>({
  import_id: "shown",
  from: "shown",
  counts: "shown",
});

/** Masks the comments of a chat, and the reasons in its notices. */
export const maskChat = createMasker<ChatEntity>({
  id: "shown",
  number: "shown",
  seq: "shown",
  state: "shown",
  channel: "shown",
  visitor: maskVisitor,
  assignee: "shown",
  participants: "shown",
  department: "shown",
  page: "shown",
  session: "shown",
  custom_data: "shown",
  attributes: "shown",
  crm: "shown",
  given: "shown",
  bot: maskBot,
  continues: "shown",
  created_at: "shown",
  accepted_at: "shown",
  closed_at: "shown",
  close_reason: "shown",
  rating: "shown",
  rating_comment: "masked",
  rating_asked: "shown",
  transcripts: "shown",
  answers_mailed_to: "shown",
  visitor_read: "shown",
  reply_until: "shown",
  wait: "shown",
  transfer: maskTransfer,
  invited: masksEach(maskInvitation),
  unanswered_at: "shown",
  snoozed: maskSnooze,
  snooze_ended: maskSnoozeEnd,
  sla: maskSla,
  promise: maskPromise,
  notices: masksEach(maskNotice),
  assignment: "shown",
  tags: "shown",
  priority: "shown",
  skills: "shown",
  fields: "shown",
  blacklisted: "shown",
  imported: maskImported,
});

const maskNote = createMasker<NonNullable<Call["note"]>>({
  text: "masked",
  by: "shown",
  at: "shown",
});
export const maskCall = createMasker<Call>({
  id: "shown",
  type: "shown",
  phone: "shown",
  chat_id: "shown",
  status: "shown",
  operator: "shown",
  reason: "shown",
  record_url: "shown",
  taken_at: "shown",
  agent_connected_at: "shown",
  client_connected_at: "shown",
  due_at: "shown",
  waiting_since: "shown",
  attempts: "shown",
  note: maskNote,
  created_at: "shown",
  updated_at: "shown",
});

const maskAnswer = createMasker<OfflineAnswer>({
  at: "shown",
  by: "shown",
  via: "shown",
  to: "shown",
  subject: "masked",
  text: "masked",
  quoted: "shown",
  delivery_id: "shown",
  chat_id: "shown",
});
export const maskOffline = createMasker<OfflineMessage>({
  id: "shown",
  visitor: maskVisitor,
  channel: "shown",
  contacts: "shown",
  text: "masked",
  department: "shown",
  page: "shown",
  session: "shown",
  state: "shown",
  operator: "shown",
  answers: masksEach(maskAnswer),
  created_at: "shown",
});

export const maskIgnoredEmail = createMasker<IgnoredEmail>({
  id: "shown",
  channel: "shown",
  reason: "shown",
  from: "shown",
  name: "shown",
  subject: "masked",
  text: "masked",
  received_at: "shown",
  chat_id: "shown",
});

const maskError = createMasker<NonNullable<NonNullable<ChannelEmail["delivery"]>["error"]>>({
  code: "shown",
  message: "shown",
});
export const maskChannelEmail = createMasker<ChannelEmail>({
  direction: "shown",
  at: "shown",
  name: "shown",
  address: "shown",
  others: "shown",
  subject: "masked",
  chat_id: "shown",
  chat_number: "shown",
  verified: "shown",
  ignored: createMasker<NonNullable<ChannelEmail["ignored"]>>({ id: "shown", reason: "shown" }),
  delivery: createMasker<NonNullable<ChannelEmail["delivery"]>>({
    id: "shown",
    state: "shown",
    attempts: "shown",
    error: maskError,
  }),
});
