import { maskFailedRecipient } from "./delivery-fields.ts";
import type {
  ChangeState,
  EarlierText,
  MarkdownNode,
  Media,
  Message,
  MessageButton,
  MessageDelivery,
  MessageOrigin,
  MessageReference,
  MessageSuggestion,
  MessageTemplate,
  NamedRef,
  Reaction,
  SystemMessageData,
} from "../../core/entity.ts";
import { createMasker, maskedText, masksEach, maskText } from "./field-rules.ts";
import { isDetailShown } from "./system-message-details.ts";

const maskMedia = createMasker<Media>({
  type: "shown",
  file: "null",
  file_name: "null",
  file_size: "shown",
  thumb: "null",
  emoji: "null",
  duration: "shown",
  width: "shown",
  height: "shown",
  performer: "null",
  title: "null",
  latitude: "null",
  longitude: "null",
});

/** The address of the sender is a contact. The original and the advertisement are content. */
const maskOrigin = createMasker<MessageOrigin>({
  subject: "masked",
  from: "shown",
  from_name: "hidden",
  reply_to: "hidden",
  to: "hidden",
  cc: "hidden",
  other_sender: "shown",
  verified: "shown",
  automatic: "shown",
  forwarded: "shown",
  referral: "hidden",
  quote: "masked",
  signature: "masked",
  faults: "shown",
  charset: "shown",
  original_path: "hidden",
});

const maskReference = createMasker<MessageReference>({
  kind: "shown",
  seq: "shown",
  id: "shown",
  text: "masked",
  author: "hidden",
  product: "hidden",
});

const maskTemplate = createMasker<MessageTemplate>({
  name: "shown",
  language: "shown",
  parameters: (values) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, maskText(value)])),
});

const maskMessageDelivery = createMasker<MessageDelivery>({
  id: "shown",
  state: "shown",
  attempts: "shown",
  error: "shown",
  next_at: "shown",
  unconfirmed: "shown",
  failed_recipients: masksEach(maskFailedRecipient),
});
const maskChange = createMasker<ChangeState>({
  delivery_id: "shown",
  state: "shown",
  at: "shown",
  error: "shown",
});
const maskEarlier = createMasker<EarlierText>({ text: "masked", media: maskMedia, at: "shown" });
const maskButton = createMasker<MessageButton>({ id: "shown", text: "masked" });
const maskedNodes: readonly MarkdownNode[] = [{ type: "text", text: maskedText }];

const maskOperator = createMasker<NamedRef>({ id: "shown", name: "shown" });
const maskReaction = createMasker<Reaction>({
  emoji: "masked",
  by: "shown",
  operator: "shown",
  at: "shown",
  change: maskChange,
});
const maskNotice = createMasker<NonNullable<SystemMessageData["notice"]>>({
  operators: masksEach(maskOperator),
  by: "shown",
});
const maskLine = createMasker<SystemMessageData>({
  code: "shown",
  by: "shown",
  detail: (detail, line) => (isDetailShown(line) ? detail : maskText(detail)),
  to: "shown",
  assignment: "shown",
  notice: maskNotice,
  actions: "shown",
});

const maskSuggestion = createMasker<MessageSuggestion>({
  request_id: "shown",
  changed: "shown",
  model: "shown",
});

/** Masks what people and bots wrote. Of system messages, only texts of people are masked. */
export const maskMessage = createMasker<Message>({
  seq: "shown",
  id: "shown",
  chat_id: "shown",
  author: "shown",
  kind: "shown",
  text: (text, { author, line }) =>
    author.kind === "system" && (line === undefined || isDetailShown(line)) ? text : maskText(text),
  cut: "shown",
  media: maskMedia,
  origin: maskOrigin,
  email: "hidden",
  refers_to: maskReference,
  template: maskTemplate,
  title: "masked",
  buttons: masksEach(maskButton),
  nodes: () => [...maskedNodes],
  button_id: "shown",
  hidden: "shown",
  blacklisted: "shown",
  imported: "shown",
  mentions: "shown",
  line: maskLine,
  cause: "shown",
  suggestion: maskSuggestion,
  original: "masked",
  erased: "shown",
  client_id: "shown",
  created_at: "shown",
  edited_at: "shown",
  earlier: masksEach(maskEarlier),
  deleted_at: "shown",
  deleted_by: maskOperator,
  change: maskChange,
  reactions: masksEach(maskReaction),
  undone_at: "shown",
  delivery: maskMessageDelivery,
  received_at: "shown",
  seen_at: "shown",
});
