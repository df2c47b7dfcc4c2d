import type { Call, ClientFrame, Delivery } from "@parlour/protocol";
import type { Draft } from "@parlour/protocol/api";
import type { InspectedFrame } from "./frames.ts";

export type Desk = ReturnType<typeof createDesk>;

/** What passes by for the screens of the integrations, and drafts of other devices: told to those who listen, never kept. */
export function createDesk({ send }: { send: (frame: ClientFrame) => boolean }) {
  const deliveries = new Set<(delivery: Delivery) => void>();
  const inspectors = new Set<(signal: InspectedFrame) => void>();
  const drafts = new Set<(draft: Draft) => void>();
  const calls = new Set<(call: Call | null) => void>();
  const offline = new Set<() => void>();
  const tell = <T>(listeners: ReadonlySet<(value: T) => void>, value: T) => {
    for (const listener of listeners) listener(value);
  };
  return {
    tellDelivery: (delivery: Delivery) => tell(deliveries, delivery),
    tellInspected: (signal: InspectedFrame) => tell(inspectors, signal),
    tellCall: (call: Call) => tell(calls, call),
    /** Each change of a call until the answered function is called; null: some may have been missed. */
    onCall: (listener: (call: Call | null) => void) => {
      calls.add(listener);
      return () => {
        calls.delete(listener);
      };
    },
    tellOffline: () => {
      for (const listener of offline) listener();
    },
    /** Whenever an offline message changed or may have changed, until the answered function is called. */
    onOffline: (listener: () => void) => {
      offline.add(listener);
      return () => {
        offline.delete(listener);
      };
    },
    tellDraft: (draft: Draft) => tell(drafts, draft),
    /** Each own draft that the server keeps, of whatever device, until the answered function is called (API-045). */
    onDraft: (listener: (draft: Draft) => void) => {
      drafts.add(listener);
      return () => {
        drafts.delete(listener);
      };
    },
    /** Each change of a delivery, until the answered function is called. */
    onDelivery: (listener: (delivery: Delivery) => void) => {
      deliveries.add(listener);
      return () => {
        deliveries.delete(listener);
      };
    },
    /** Each request from now on, until the answered function is called; the server tells none while nobody listens (API-052). */
    onInspected: (listener: (signal: InspectedFrame) => void) => {
      inspectors.add(listener);
      if (inspectors.size === 1) send({ type: "inspect", on: true });
      return () => {
        inspectors.delete(listener);
        if (inspectors.size === 0) send({ type: "inspect", on: false });
      };
    },
    /** A new socket knows nothing of what the one before asked for. */
    back() {
      if (inspectors.size > 0) send({ type: "inspect", on: true });
      tell(calls, null);
      for (const listener of offline) listener();
    },
  };
}
