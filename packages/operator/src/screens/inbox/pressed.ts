import type { Message } from "@parlour/protocol";

/**
 * Which button of which message was pressed (BOT-046): `seq` of the message with buttons to the id of the pressed one. A press belongs to
 * the newest message with buttons before it; a press that names none of its buttons belongs to none.
 */
export function pressedOf(messages: readonly Message[]): ReadonlyMap<number, string> {
  const pressed = new Map<number, string>();
  let newest: Message | null = null;
  for (const message of messages) {
    if (message.kind === "buttons" && message.author.kind === "bot") newest = message;
    const id = message.author.kind === "visitor" ? message.button_id : undefined;
    if (id !== undefined && newest?.buttons?.some((button) => button.id === id)) pressed.set(newest.seq, id);
  }
  return pressed;
}
