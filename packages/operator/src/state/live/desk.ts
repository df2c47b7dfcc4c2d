import type { Call, ClientFrame, Delivery } from "@parlour/protocol";
import type { Draft } from "@parlour/protocol/api";
import { createListeners } from "../listeners.ts";
import type { InspectedFrame } from "./frames.ts";

export type Desk = ReturnType<typeof createDesk>;

/**
 * Forwards events that are not part of the live state: deliveries, calls, offline messages,
 * inspected requests, and drafts of other devices. They are not stored.
 */
export function createDesk({ send }: { send: (frame: ClientFrame) => boolean }) {
  const deliveries = createListeners<Delivery>();
  const inspectors = createListeners<InspectedFrame>();
  const drafts = createListeners<Draft>();
  const calls = createListeners<Call | null>();
  const offline = createListeners();
  return {
    tellDelivery: deliveries.tell,
    tellInspected: inspectors.tell,
    tellCall: calls.tell,
    tellOffline: () => offline.tell(),
    tellDraft: drafts.tell,
    /**
     * Subscribes to changes of calls. Null: changes may have been missed. Returns `unsubscribe`.
     */
    onCall: calls.add,
    /** Subscribes to changes, or possible changes, of offline messages. Returns `unsubscribe`. */
    onOffline: offline.add,
    /**
     * Subscribes to drafts of this operator that the server stored, from any device (API-045).
     * Returns `unsubscribe`.
     */
    onDraft: drafts.add,
    /** Subscribes to changes of deliveries. Returns `unsubscribe`. */
    onDelivery: deliveries.add,
    /**
     * Subscribes to inspected requests. The server sends them only while somebody is subscribed
     * (API-052). Returns `unsubscribe`.
     */
    onInspected: (listener: (signal: InspectedFrame) => void) => {
      const end = inspectors.add(listener);
      if (inspectors.count() === 1) send({ type: "inspect", on: true });
      return () => {
        end();
        if (inspectors.count() === 0) send({ type: "inspect", on: false });
      };
    },
    /**
     * Repeats the subscription on the new socket, and reports that calls and offline messages may
     * have changed.
     */
    back() {
      if (inspectors.count() > 0) send({ type: "inspect", on: true });
      calls.tell(null);
      offline.tell();
    },
  };
}
