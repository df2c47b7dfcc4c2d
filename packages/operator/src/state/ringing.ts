import { createListeners } from "./listeners.ts";

/** The call that asks for this operator now, as the page last knew (screens/ring/ringing-call.ts): what sounds and notices are told of. */
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

/** Hears when another call rings, or none any more, until the answered function is called. */
export const onRingingCall = listeners.add;
