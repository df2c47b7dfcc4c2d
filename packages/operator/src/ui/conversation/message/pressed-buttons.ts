import type { Message } from "@parlour/protocol";

/**
 * Returns the id of the pressed button by message number (BOT-046). A press belongs to the newest
 * preceding message with buttons. A press that matches none of that message's buttons is ignored.
 */
export function findPressedButtons(messages: readonly Message[]): ReadonlyMap<number, string> {
  const pressed = new Map<number, string>();
  let newest: Message | null = null;
  for (const message of messages) {
    if (message.kind === "buttons" && message.author.kind === "bot") newest = message;
    const id = message.author.kind === "visitor" ? message.button_id : undefined;
    if (id !== undefined && newest?.buttons?.some((button) => button.id === id))
      pressed.set(newest.seq, id);
  }
  return pressed;
}
