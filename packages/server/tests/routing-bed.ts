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
export interface RoutingBed {
  readonly parlour: TestParlour;
  readonly channel: TestChannel;
  readonly ann: TestOperator;
  readonly ivan: TestOperator;
  readonly olga: TestOperator;
  /**
   * Connects an operator and sets the presence to online. `frames` are the received frames;
   * `goOffline` sets the presence to offline and closes the socket.
   */
  online(who: TestOperator): Promise<Present>;
  /** Sends a visitor message and returns the chat after all due work is done. */
  say(customer: string, text?: string): Promise<Chat>;
  read(chat: number): Promise<Chat>;
  lines(chat: number): Promise<readonly SystemMessageData[]>;
  codes(chat: number): Promise<readonly string[]>;
  settings(change: Readonly<Record<string, unknown>>): Promise<ApiResponse>;
  /** Advances the clock in steps and does all due work after each. */
  pass(ms: number, stepMs?: number): Promise<void>;
  close(): Promise<void>;
}
export interface Present {
  readonly frames: readonly { readonly type: string; readonly name?: string; readonly chat_id?: number; readonly data?: unknown }[];
  go(): Promise<void>;
}

/**
 * Opens the fixture. With `shared`, a Parlour of the whole file, it creates its own channel and
 * operators there, and `close` sets operators offline and closes all chats.
 */
export async function openRoutingBed(shared?: TestParlour): Promise<RoutingBed> {
  const parlour = shared ?? (await startTestParlour());
  const integrator = await startIntegrator();
  const [ivan, olga] = [await parlour.operator("operator", "Ivan"), await parlour.operator("operator", "Olga")];
  const ann = parlour.owner;
  const channel = await parlour.channel(integrator.url, { operators: [ann.id, ivan.id, olga.id] });
  const { managed: _managed, ...usual } = (await ann.call("GET", "routing")).body as Record<string, unknown>;
  const sockets = new Set<WebSocket>();
  const came = new Set<TestOperator>();
  const lines = async (chat: number): Promise<readonly SystemMessageData[]> =>
    (await parlour.messages(chat)).flatMap((message) => (message.line === undefined ? [] : [message.line]));
  return {
    parlour,
    channel,
    ann,
    ivan,
    olga,
    async online(who) {
      const ws = new WebSocket(`${parlour.url.replace("http", "ws")}/api/v1/socket`, { headers: { authorization: `Bearer ${who.key}` } });
      sockets.add(ws);
      came.add(who);
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
      await who.call("PUT", "me/presence", { status: "online" });
      await parlour.settle();
      return {
        frames,
        async go() {
          await who.call("PUT", "me/presence", { status: "offline" });
          ws.close();
          await parlour.settle();
        },
      };
    },
    async say(customer, text = "Hello") {
      const said = await parlour.sendCustomerMessage(channel, customer, text);
      if (said.status !== 200) throw new Error(said.text);
      await parlour.settle();
      return parlour.findChat(customer);
    },
    read: async (chat) => (await ann.call("GET", `chats/${chat}`)).body as Chat,
    lines,
    codes: async (chat) => (await lines(chat)).map((line) => line.code),
    settings: (change) => ann.call("PATCH", "routing", change),
    async pass(ms, stepMs = 5_000) {
      await parlour.settle();
      for (let left = ms; left > 0; left -= stepMs) {
        await parlour.clock.advance(Math.min(stepMs, left));
        // Lets sockets answer pings.
        for (let n = 0; n < 5; n += 1) await new Promise<void>((resolve) => void setImmediate(resolve));
        await parlour.settle();
      }
    },
    async close() {
      if (shared !== undefined) await leave();
      for (const ws of sockets) ws.terminate();
      await integrator.close();
      if (shared === undefined) await parlour.close();
    },
  };

  async function leave(): Promise<void> {
    const good = async (method: string, path: string, body?: object): Promise<void> => {
      const answer = await ann.call(method, path, body);
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    };
    for (const who of came) await who.call("PUT", "me/presence", { status: "offline" });
    await parlour.settle();
    const open = await parlour.sql<{ id: string }>("select id from chat where state <> 'closed'");
    for (const { id } of open) await good("POST", `chats/${id}/close`, {});
    await good("PATCH", "routing", usual);
    for (const { id } of [ivan, olga]) await good("DELETE", `operators/${id}`);
    await parlour.settle();
    // Chats of the next test must start later than those of this one.
    await parlour.clock.advance(1_000);
  }
}
