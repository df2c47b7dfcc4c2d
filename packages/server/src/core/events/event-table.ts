import { NumberedObject } from "../draft.ts";
import type { EventName } from "../event.ts";
import { eraseCallData, eraseDeliveryData, eraseOfflineMessageData } from "../visitor/erase.ts";
import { chatEvents } from "./chat-events.ts";
import type { EventRules, VisitorErasure } from "./event-rules.ts";
import { messageEvents } from "./message-events.ts";
import { toNumberedVisitor, visitorEvents } from "./visitor-events.ts";

type EventTable = { readonly [N in EventName]: EventRules<N> };
/** What the journal does with each kind of event. A new event does not compile without its row. */
const eventTable: EventTable = {
  ...visitorEvents,
  ...chatEvents,
  ...messageEvents,
  call_updated: {
    needs: "visitor",
    data: ({ call }) => ({ call }),
    apply: (state, { call }) => (state.changeRecord({ kind: "call", entity: call }), null),
    erase: ({ call }) => ({ call: eraseCallData(call) }),
  },
  offline_message_updated: {
    needs: "visitor",
    data: ({ offlineMessage }, visitor) => ({
      offline_message: new NumberedObject(
        { visitor: toNumberedVisitor(visitor.entity) },
        offlineMessage,
      ),
    }),
    apply: (state, event) => (
      state.changeRecord({ kind: "offline_message", entity: event.offlineMessage }),
      null
    ),
    erase: (data) => ({ offline_message: eraseOfflineMessageData(data.offline_message) }),
  },
  delivery_updated: {
    needs: "no command",
    data: ({ delivery }) => ({ delivery }),
    apply: () => null,
    erase: ({ delivery }) => ({ delivery: eraseDeliveryData(delivery) }),
  },
  settings_changed: {
    needs: "no command",
    data: ({ kind, id }) => ({ kind, id }),
    apply: () => null,
    erase: (data) => data,
  },
};

/** Returns the rules of an event. Each key of the table has the rules of its own event. */
export const rulesOf = <N extends EventName>(event: { readonly name: N }): EventRules<N> =>
  eventTable[event.name];

/** Removes personal data from the stored body of a journal entry (CORE-115, CORE-116). */
export function eraseEntryBody(
  name: EventName,
  body: string,
  visitor: VisitorErasure = "erased",
): string {
  // The body of an entry has the data of its event.
  const { erase }: EventRules<never> = eventTable[name] as never;
  return JSON.stringify(erase(JSON.parse(body) as never, visitor));
}
