import {
  createSeededRandom,
  startCuttingProxy,
  type TestChannel,
  type TestParlour,
} from "@parlour/testkit";
import { openParlour } from "../src/service/parlour.ts";
import { ParlourError, type EventTransport } from "../src/index.ts";
import { fastTiming } from "./fast-timing.ts";

/** Messages that are written before they are read. */
const maxAhead = 10;

/**
 * Writes messages and follows their events through a proxy that cuts each connection at a random
 * byte, until there were `minCuts` cuts. After 1 to 20 events, the program that follows stops and
 * another one continues at the stored cursor. Returns the received positions and the expected ones.
 */
export async function followThroughCuts(
  { parlour, channel }: { readonly parlour: TestParlour; readonly channel: TestChannel },
  transport: EventTransport,
  minCuts: number,
): Promise<{ readonly received: number[]; readonly expected: number[] }> {
  const random = createSeededRandom(163);
  const proxy = await startCuttingProxy(parlour.port, () => 300 + Math.floor(random() * 5_000));
  const client = openParlour({ url: proxy.url, apiKey: parlour.owner.key }, fastTiming);
  const { cursor: start } = await openParlour(
    { url: parlour.url, apiKey: parlour.owner.key },
    fastTiming,
  ).listEvents();
  let cursor = start;
  const received: number[] = [];
  let head = getPosition(start);
  let isWriting = true;
  let readMessages = 0;
  let wakeWriter: () => void = () => undefined;
  const write = async (): Promise<void> => {
    for (let round = 0; proxy.cuts() < minCuts; round += 1) {
      // Not far ahead, so that most cuts are in events that were just written.
      while (round - readMessages > maxAhead)
        await new Promise<void>((resolve) => (wakeWriter = resolve));
      // A customer may send 100 messages at once (CH-035).
      const customer = `c${Math.floor(round / 20) % 300}`;
      const answer = await parlour.sendCustomerMessage(channel, customer, `text ${round}`);
      if (answer.status !== 200) throw new Error(answer.text);
    }
    proxy.stopCutting();
    const rows = await parlour.sql<{ head: number }>(
      "select max(position)::float8 as head from journal where account_id = 1",
    );
    head = rows[0]?.head ?? 0;
    isWriting = false;
    // Wakes a reader that has everything.
    await parlour.sendCustomerMessage(channel, "c0", "the last one");
  };
  const read = async (): Promise<void> => {
    while (isWriting || getPosition(cursor) < head) {
      const stopAfter = 1 + Math.floor(random() * 20);
      let count = 0;
      try {
        for await (const event of client.events({ after: cursor, transport })) {
          received.push(event.position);
          cursor = event.cursor;
          if (event.name === "message_created" && event.data.message.author.kind === "visitor")
            readMessages += 1;
          wakeWriter();
          count += 1;
          if (count === stopAfter || (!isWriting && getPosition(cursor) >= head)) break;
        }
      } catch (error) {
        // Its first five connections were cut. The program starts again.
        if (!(error instanceof ParlourError) || error.code !== "network") throw error;
      }
    }
  };
  try {
    await Promise.all([write(), read()]);
  } finally {
    await proxy.close();
  }
  const first = getPosition(start) + 1;
  return {
    received: received.filter((position) => position <= head),
    expected: Array.from({ length: head - first + 1 }, (_, i) => first + i),
  };
}

const getPosition = (cursor: string): number => Number(cursor.split(":").at(-1));
