import { FakeServer, manualClock, seeded, type Visitor } from "./fake-server.ts";

/** A token as servers give them. */
export const token = "t".repeat(43);

export function started() {
  const clock = manualClock(seeded(1));
  const server = new FakeServer(clock);
  return { clock, server };
}
/** What the page was told by callbacks, in order. */
export const events = ({ posted }: Visitor): readonly string[] => posted.flatMap((one) => (one.type === "event" ? [one.name] : []));
/** What was said in the window, in order. */
export const texts = (visitor: Visitor): readonly string[] =>
  visitor
    .model()
    .messages.filter((one) => one.from !== "system")
    .map((one) => one.text);
