import { createListeners } from "./listeners.ts";

/**
 * The call that rings for this operator now, set by screens/ring. Sounds and notifications use it.
 */
export interface RingingCall {
  readonly id: number;
  readonly name: string;
  readonly phone: string;
  readonly channel: string;
}

let ringing: RingingCall | null = null;
const listeners = createListeners();

export const ringingCall = (): RingingCall | null => ringing;

export function setRingingCall(call: RingingCall | null): void {
  if (call?.id === ringing?.id) return;
  ringing = call;
  listeners.tell();
}

/** Subscribes to changes of the ringing call, also to its end. Returns `unsubscribe`. */
export const onRingingCall = listeners.add;
