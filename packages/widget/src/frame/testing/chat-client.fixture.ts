import {
  FakeServer,
  createManualClock,
  createRandom,
  type TestWindow,
} from "./fake-server.fixture.ts";

/** A token in the server's format. */
export const testToken = "t".repeat(43);

export function createTestServer() {
  const clock = createManualClock(createRandom(1));
  const server = new FakeServer(clock);
  return { clock, server };
}
/** Returns the names of the callbacks posted to the page, in order. */
export const getEvents = ({ posted }: TestWindow): readonly string[] =>
  posted.flatMap((one) => (one.type === "event" ? [one.name] : []));
/** Returns the texts of the conversation in the chat window, in order. */
export const getTexts = (visitor: TestWindow): readonly string[] =>
  visitor
    .model()
    .messages.filter((one) => one.from !== "system")
    .map((one) => one.text);
