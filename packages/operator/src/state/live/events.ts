import type { Call, ClientFrame, Delivery } from "@parlour/protocol";
import type { Draft } from "@parlour/protocol/api";
import { createEventEmitter } from "../api/event-emitter.ts";
import type { InspectedFrame } from "./dispatch.ts";

export type LiveEvents = ReturnType<typeof createLiveEvents>;

/**
 * Forwards events that are not part of the live state: deliveries, calls, offline messages,
 * inspected requests, and drafts of other devices. They are not stored.
 */
export function createLiveEvents({ send }: { send: (frame: ClientFrame) => boolean }) {
  const deliveries = createEventEmitter<Delivery>();
  const inspectors = createEventEmitter<InspectedFrame>();
  const drafts = createEventEmitter<Draft>();
  const calls = createEventEmitter<Call | null>();
  const offline = createEventEmitter();
  return {
    emitDelivery: deliveries.emit,
    emitInspected: inspectors.emit,
    emitCall: calls.emit,
    emitOffline: () => offline.emit(),
    emitDraft: drafts.emit,
    /**
     * Subscribes to changes of calls. Null: changes may have been missed. Returns `unsubscribe`.
     */
    onCall: calls.subscribe,
    /** Subscribes to changes, or possible changes, of offline messages. Returns `unsubscribe`. */
    onOffline: offline.subscribe,
    /**
     * Subscribes to drafts of this operator that the server stored, from any device (API-045).
     * Returns `unsubscribe`.
     */
    onDraft: drafts.subscribe,
    /** Subscribes to changes of deliveries. Returns `unsubscribe`. */
    onDelivery: deliveries.subscribe,
    /**
     * Subscribes to inspected requests. The server sends them only while somebody is subscribed
     * (API-335). Returns `unsubscribe`.
     */
    onInspected: (listener: (signal: InspectedFrame) => void) => {
      const unsubscribe = inspectors.subscribe(listener);
      if (inspectors.count() === 1) send({ type: "inspect", on: true });
      return () => {
        unsubscribe();
        if (inspectors.count() === 0) send({ type: "inspect", on: false });
      };
    },
    /**
     * Repeats the subscription on the new socket, and reports that calls and offline messages may
     * have changed.
     */
    handleReconnect() {
      if (inspectors.count() > 0) send({ type: "inspect", on: true });
      calls.emit(null);
      offline.emit();
    },
  };
}
