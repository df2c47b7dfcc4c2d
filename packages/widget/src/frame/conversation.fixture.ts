import { FakeServer, manualClock, seeded, type Visitor } from "./fake-server.ts";

/** A token in the server's format. */
export const token = "t".repeat(43);

export function started() {
  const clock = manualClock(seeded(1));
  const server = new FakeServer(clock);
  return { clock, server };
}
/** Names of the callbacks posted to the page, in order. */
export const events = ({ posted }: Visitor): readonly string[] => posted.flatMap((one) => (one.type === "event" ? [one.name] : []));
/** Texts of the conversation in the chat window, in order. */
export const texts = (visitor: Visitor): readonly string[] =>
  visitor
    .model()
    .messages.filter((one) => one.from !== "system")
    .map((one) => one.text);
