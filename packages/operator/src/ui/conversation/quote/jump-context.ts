import { createContext } from "react";

/** Scrolls a conversation to one of its messages, by the number of the message. */
interface MessageJump {
  readonly canJump: (seq: number) => boolean;
  readonly jump: (seq: number) => void;
}
/** Without a provider, no message can be reached. */
export const JumpContext = createContext<MessageJump>({
  canJump: () => false,
  jump: () => undefined,
});
