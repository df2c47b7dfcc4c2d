/**
 * Shapes of what the journal records. They are the entities of the service API, because an entry is serialised once,
 * stored as that text and sent to sockets unchanged (decision 0003). Types only: core runs without any library.
 */
export type {
  AccountField,
  AnswerUse,
  Assignment,
  Author,
  Call,
  CallStatus,
  ChatBot,
  ChatEntity,
  ChatNotice,
  ChatState,
  Contact,
  CustomData,
  Delivery,
  DeliveryState,
  MarkdownNode,
  Media,
  Message,
  MessageButton,
  MessageDelivery,
  OfflineAnswer,
  OfflineMessage,
  Outcome,
  PersonRef,
  Presence,
  Role,
  Session,
  Source,
  SystemLine,
  TagRef,
  Transfer,
  Visitor,
} from "@parlour/protocol";
export type { UnusableCode } from "@parlour/protocol/answer-mark";
export type { WidgetSettings } from "@parlour/protocol/widget-settings";
