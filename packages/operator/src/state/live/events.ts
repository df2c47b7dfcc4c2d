import type { Call, ClientFrame, Delivery, ServerFrame } from "@parlour/protocol";
import type { Draft } from "@parlour/protocol/api";
import type { ViewCounts } from "../live-state.ts";
import { createEventEmitter, type EventEmitter } from "../api/event-emitter.ts";

/** One request shown in the request inspector. */
export type InspectedFrame = Extract<ServerFrame, { type: "inspected" }>;
/** Subscribes the socket to signals. */
type RequestFrame = Extract<ClientFrame, { type: "inspect" | "live_report" }>;
type LiveReport = Extract<ServerFrame, { type: "live_report" }>["report"];

export type LiveEvents = ReturnType<typeof createLiveEvents>;

/** Creates the dispatcher of events that are not part of the live state, and not stored. */
export function createLiveEvents({ send }: { send: (frame: ClientFrame) => boolean }) {
  const deliveries = createEventEmitter<Delivery>();
  const inspectors = createEventEmitter<InspectedFrame>();
  const drafts = createEventEmitter<Draft>();
  const calls = createEventEmitter<Call | null>();
  const offline = createEventEmitter();
  const personal = createEventEmitter();
  const viewCounts = createEventEmitter<ViewCounts | null>();
  const reports = createEventEmitter<LiveReport>();
  const subscriptions = createSubscriptions(send);
  return {
    emitDelivery: deliveries.emit,
    emitInspected: inspectors.emit,
    emitCall: calls.emit,
    emitOffline: () => offline.emit(),
    emitPersonal: () => personal.emit(),
    emitDraft: drafts.emit,
    emitViewCounts: viewCounts.emit,
    emitReport: reports.emit,
    /** Subscribes to changes of calls. Null: changes may have been missed. */
    onCall: calls.subscribe,
    /** Subscribes to possible changes of offline messages. Returns the unsubscribe function. */
    onOffline: offline.subscribe,
    /** Subscribes to changes of reminders and scheduled messages (REM-005, LATER-005). */
    onPersonal: personal.subscribe,
    /** Subscribes to counts of saved views (VIEW-007). Null: changes may have been missed. */
    onViewCounts: viewCounts.subscribe,
    /**
     * Subscribes to drafts of this operator that the server has stored, from any device (API-045).
     */
    onDraft: drafts.subscribe,
    /** Subscribes to changes of deliveries. Returns the function that unsubscribes. */
    onDelivery: deliveries.subscribe,
    /** Subscribes to inspected requests, which the server then sends (API-335). */
    onInspected: (listener: (frame: InspectedFrame) => void) =>
      subscriptions.subscribe(inspectors, { type: "inspect", on: true }, listener),
    /**
     * Subscribes to the live board of the account or a department. A page shows one (BOARD-003).
     */
    onReport: (department: number | null, listener: (report: LiveReport) => void) =>
      subscriptions.subscribe(reports, { type: "live_report", on: true, department }, listener),
    /**
     * Repeats the subscriptions on the new socket, and reports that changes may have been missed.
     */
    handleReconnect() {
      subscriptions.repeat();
      calls.emit(null);
      offline.emit();
      personal.emit();
      viewCounts.emit(null);
    },
  };
}

/** Keeps the frames of the signals that the server sends only while the page has a subscription. */
function createSubscriptions(send: (frame: ClientFrame) => boolean) {
  const requests = new Map<object, RequestFrame>();
  return {
    subscribe<T>(emitter: EventEmitter<T>, request: RequestFrame, listener: (value: T) => void) {
      const unsubscribe = emitter.subscribe(listener);
      if (emitter.count() === 1) {
        requests.set(emitter, request);
        send(request);
      }
      return () => {
        unsubscribe();
        if (emitter.count() > 0) return;
        requests.delete(emitter);
        send({ type: request.type, on: false });
      };
    },
    repeat() {
      for (const request of requests.values()) send(request);
    },
  };
}
