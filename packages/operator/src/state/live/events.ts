import type { Call, ClientFrame, Delivery, ServerFrame } from "@parlour/protocol";
import type { Draft } from "@parlour/protocol/api";
import type { ViewCounts } from "../live-state.ts";
import { createEventEmitter } from "../api/event-emitter.ts";

/** One request shown in the request inspector. */
export type InspectedFrame = Extract<ServerFrame, { type: "inspected" }>;

export type LiveEvents = ReturnType<typeof createLiveEvents>;

/**
 * Creates the dispatcher of events that are not part of the live state: deliveries, calls, offline
 * messages, reminders, scheduled messages, counts of views, inspected requests, and drafts of other
 * devices. They are not stored.
 */
export function createLiveEvents({ send }: { send: (frame: ClientFrame) => boolean }) {
  const deliveries = createEventEmitter<Delivery>();
  const inspectors = createEventEmitter<InspectedFrame>();
  const drafts = createEventEmitter<Draft>();
  const calls = createEventEmitter<Call | null>();
  const offline = createEventEmitter();
  const personal = createEventEmitter();
  const viewCounts = createEventEmitter<ViewCounts | null>();
  return {
    emitDelivery: deliveries.emit,
    emitInspected: inspectors.emit,
    emitCall: calls.emit,
    emitOffline: () => offline.emit(),
    emitPersonal: () => personal.emit(),
    emitDraft: drafts.emit,
    emitViewCounts: viewCounts.emit,
    /**
     * Subscribes to changes of calls. The listener receives null if changes may have been missed.
     * Returns the function that unsubscribes.
     */
    onCall: calls.subscribe,
    /** Subscribes to possible changes of offline messages. Returns the unsubscribe function. */
    onOffline: offline.subscribe,
    /**
     * Subscribes to possible changes of reminders and scheduled messages of the operator (REM-005,
     * LATER-005). Returns the unsubscribe function.
     */
    onPersonal: personal.subscribe,
    /**
     * Subscribes to counts of saved views (VIEW-007). The listener receives null if changes may
     * have been missed. Returns the function that unsubscribes.
     */
    onViewCounts: viewCounts.subscribe,
    /**
     * Subscribes to drafts of this operator that the server has stored, from any device (API-045).
     * Returns the function that unsubscribes.
     */
    onDraft: drafts.subscribe,
    /** Subscribes to changes of deliveries. Returns the function that unsubscribes. */
    onDelivery: deliveries.subscribe,
    /**
     * Subscribes to inspected requests. The server sends them only while there is a subscription
     * (API-335). Returns the function that unsubscribes.
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
     * Repeats the subscription to inspected requests on the new socket. Reports that calls, offline
     * messages, reminders, scheduled messages and counts of views may have changed.
     */
    handleReconnect() {
      if (inspectors.count() > 0) send({ type: "inspect", on: true });
      calls.emit(null);
      offline.emit();
      personal.emit();
      viewCounts.emit(null);
    },
  };
}
