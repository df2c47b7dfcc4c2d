/**
 * Shapes of what the journal records. They are the entities of the service API, because an entry is serialised once,
 * stored as that text and sent to sockets unchanged (decision 0003). Types only: core runs without any library.
 */
export type {
  Author,
  ChatEntity,
  ChatState,
  Contact,
  Delivery,
  DeliveryState,
  Media,
  Message,
  MessageDelivery,
  Outcome,
  PersonRef,
  Presence,
  Role,
  Source,
  SystemLine,
  Visitor,
} from "@parlour/protocol";
