import type { Call, ClientFrame, Delivery } from "@parlour/protocol";
import type { Draft } from "@parlour/protocol/api";
import { createListeners } from "../listeners.ts";
import type { InspectedFrame } from "./frames.ts";

export type Desk = ReturnType<typeof createDesk>;

/** What passes by for the screens of the integrations, and drafts of other devices: told to those who listen, never kept. */
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
    /** Each change of a call until the answered function is called; null: some may have been missed. */
    onCall: calls.add,
    /** Whenever an offline message changed or may have changed, until the answered function is called. */
    onOffline: offline.add,
    /** Each own draft that the server keeps, of whatever device, until the answered function is called (API-045). */
    onDraft: drafts.add,
    /** Each change of a delivery, until the answered function is called. */
    onDelivery: deliveries.add,
    /** Each request from now on, until the answered function is called; the server tells none while nobody listens (API-052). */
    onInspected: (listener: (signal: InspectedFrame) => void) => {
      const end = inspectors.add(listener);
      if (inspectors.count() === 1) send({ type: "inspect", on: true });
      return () => {
        end();
        if (inspectors.count() === 0) send({ type: "inspect", on: false });
      };
    },
    /** A new socket knows nothing of what the one before asked for. */
    back() {
      if (inspectors.count() > 0) send({ type: "inspect", on: true });
      calls.tell(null);
      offline.tell();
    },
  };
}
