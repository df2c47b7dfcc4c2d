import { createEventEmitter } from "../api/event-emitter.ts";

/**
 * The call that currently rings for this operator. Set by screens/ring, used by sounds and
 * notifications.
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

/**
 * Subscribes to changes of the ringing call, including its end. Returns the function that
 * unsubscribes.
 */
export const onRingingCall = callEvents.subscribe;
