import { createEventEmitter } from "../api/event-emitter.ts";

/** The call that rings for this operator. Set by ui/ring, used by sounds and notifications. */
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

/** Subscribes to changes of the ringing call and its end. Returns the unsubscribe function. */
export const onRingingCall = callEvents.subscribe;
