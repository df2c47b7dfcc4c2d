import { createEventEmitter } from "../api/event-emitter.ts";

/**
 * The call that rings for this operator now, set by screens/ring. Sounds and notifications use it.
 */
export interface RingingCall {
  readonly id: number;
  readonly name: string;
  readonly phone: string;
  readonly channel: string;
}

let currentCall: RingingCall | null = null;
const callEvents = createEventEmitter();

export const getRingingCall = (): RingingCall | null => currentCall;

export function setRingingCall(call: RingingCall | null): void {
  if (call?.id === currentCall?.id) return;
  currentCall = call;
  callEvents.emit();
}

/** Subscribes to changes of the ringing call, also to its end. Returns `unsubscribe`. */
export const onRingingCall = callEvents.subscribe;
