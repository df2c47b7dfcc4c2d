import {
  startIntegrator,
  startTestParlour,
  type ApiResponse,
  type TestChannel,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import type { Chat, SystemMessageData } from "@parlour/protocol";
import { WebSocket } from "ws";

/** A complete Parlour with one channel, the owner Ann, and the operators Ivan and Olga. */
export interface RoutingFixture {
  readonly parlour: TestParlour;
  readonly channel: TestChannel;
  readonly ann: TestOperator;
  readonly ivan: TestOperator;
  readonly olga: TestOperator;
  /**
   * Connects an operator and sets their presence to online. `frames` contains the received frames.
   * `goOffline` sets the presence to offline and closes the socket.
   */
  connectOperator(operator: TestOperator): Promise<OnlineOperator>;
  /** Sends a visitor's message. Returns the chat after all pending work is done. */
  sendMessage(customer: string, text?: string): Promise<Chat>;
  readChat(chat: number): Promise<Chat>;
  readSystemMessages(chat: number): Promise<readonly SystemMessageData[]>;
  readSystemMessageCodes(chat: number): Promise<readonly string[]>;
  updateRouting(change: Readonly<Record<string, unknown>>): Promise<ApiResponse>;
  /** Advances the clock in steps. Runs all pending work after each step. */
  advanceClock(ms: number, stepMs?: number): Promise<void>;
  close(): Promise<void>;
}
interface OnlineOperator {
  readonly frames: readonly {
    readonly type: string;
    readonly name?: string;
    readonly chat_id?: number;
    readonly data?: unknown;
  }[];
  goOffline(): Promise<void>;
}

/**
 * Opens the fixture. `shared` is a Parlour for the whole file. The fixture then creates a channel
 * and operators in it, and `close` sets the operators offline and closes all chats.
 */
export async function openRoutingFixture(shared?: TestParlour): Promise<RoutingFixture> {
  const parlour = shared ?? (await startTestParlour());
  const integrator = await startIntegrator();
  const [ivan, olga] = [
    await parlour.operator("operator", "Ivan"),
    await parlour.operator("operator", "Olga"),
  ];
  const ann = parlour.owner;
  const channel = await parlour.channel(integrator.url, { operators: [ann.id, ivan.id, olga.id] });
  const { managed: _managed, ...originalRouting } = (await ann.call("GET", "routing"))
    .body as Record<string, unknown>;
  const sockets = new Set<WebSocket>();
  const connectedOperators = new Set<TestOperator>();
  const readSystemMessages = async (chat: number): Promise<readonly SystemMessageData[]> =>
    (await parlour.messages(chat)).flatMap((message) =>
      message.line === undefined ? [] : [message.line],
    );
  return {
    parlour,
    channel,
    ann,
    ivan,
    olga,
    async connectOperator(operator) {
      const ws = new WebSocket(`${parlour.url.replace("http", "ws")}/api/v1/socket`, {
        headers: { authorization: `Bearer ${operator.key}` },
      });
      sockets.add(ws);
      connectedOperators.add(operator);
      const frames: { type: string }[] = [];
      await new Promise<void>((resolve, reject) => {
        ws.once("open", () => ws.send('{"type":"hello","after":null}'));
        ws.once("error", reject);
        ws.on("message", (data) => {
          const frame = JSON.parse(String(data as Buffer)) as { type: string };
          frames.push(frame);
          if (frame.type === "ready") resolve();
        });
      });
      await operator.call("PUT", "me/presence", { status: "online" });
      await parlour.settle();
      return {
        frames,
        async goOffline() {
          await operator.call("PUT", "me/presence", { status: "offline" });
          ws.close();
          await parlour.settle();
        },
      };
    },
    async sendMessage(customer, text = "Hello") {
      const response = await parlour.sendCustomerMessage(channel, customer, text);
      if (response.status !== 200) throw new Error(response.text);
      await parlour.settle();
      return parlour.findChat(customer);
    },
    readChat: async (chat) => (await ann.call("GET", `chats/${chat}`)).body as Chat,
    readSystemMessages,
    readSystemMessageCodes: async (chat) =>
      (await readSystemMessages(chat)).map((line) => line.code),
    updateRouting: (change) => ann.call("PATCH", "routing", change),
    async advanceClock(ms, stepMs = 5_000) {
      await parlour.settle();
      for (let remainingMs = ms; remainingMs > 0; remainingMs -= stepMs) {
        await parlour.clock.advance(Math.min(stepMs, remainingMs));
        // Lets sockets answer pings.
        for (let n = 0; n < 5; n += 1)
          await new Promise<void>((resolve) => void setImmediate(resolve));
        await parlour.settle();
      }
    },
    async close() {
      if (shared !== undefined) await cleanUp();
      for (const ws of sockets) ws.terminate();
      await integrator.close();
      if (shared === undefined) await parlour.close();
    },
  };

  async function cleanUp(): Promise<void> {
    const callOk = async (method: string, path: string, body?: object): Promise<void> => {
      const answer = await ann.call(method, path, body);
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    };
    for (const operator of connectedOperators)
      await operator.call("PUT", "me/presence", { status: "offline" });
    await parlour.settle();
    const open = await parlour.sql<{ id: string }>("select id from chat where state <> 'closed'");
    for (const { id } of open) await callOk("POST", `chats/${id}/close`, {});
    await callOk("PATCH", "routing", originalRouting);
    for (const { id } of [ivan, olga]) await callOk("DELETE", `operators/${id}`);
    await parlour.settle();
    // Chats of the next test must start later than those of this one.
    await parlour.clock.advance(1_000);
  }
}
