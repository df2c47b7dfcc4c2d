/**
 * Types of the entities in the journal. They equal the entities of the service API: an entry is
 * serialised once, stored as that text and sent to sockets unchanged (decision 0001). The file
 * contains only types, so core needs no library at run time.
 */
export type {
  AccountField,
  ResponseUsage,
  Assignment,
  Author,
  Call,
  CallStatus,
  ChannelCapabilities,
  ChannelTemplate,
  ChatBot,
  ChatEntity,
  ChatNotice,
  ChatPriority,
  ChatState,
  Contact,
  CustomData,
  Delivery,
  DeliveryState,
  EarlierText,
  EmailAddress,
  EmailRecipient,
  EventFrame,
  MarkdownNode,
  Media,
  Message,
  MessageButton,
  FailedRecipient,
  MessageDelivery,
  MessageEmail,
  MessageOrigin,
  MessageReference,
  MessageTemplate,
  OfflineAnswer,
  OfflineMessage,
  Outcome,
  NamedRef,
  Presence,
  Role,
  VisitSource,
  SnoozeEndReason,
  Source,
  SystemMessageData,
  TagRef,
  Transfer,
  Visitor,
} from "@parlour/protocol";
export type { ChannelKind } from "@parlour/protocol/entity/channel-kinds";
export type { UnusableResponseCode } from "@parlour/protocol/entity/delivery-mark";
export type { WidgetSettings } from "@parlour/protocol/settings/widget-settings";
