import type { Chat, Message } from "@parlour/protocol";
import {
  waitForPoll,
  testTimeoutMs,
  startIntegrator,
  startBotProvider,
  startTestParlour,
  type ApiResponse,
  type FakeIntegrator,
  type FakeBotProvider,
  type TestChannel,
  type TestOperator,
  type TestParlour,
  type TestParlourOptions,
} from "@parlour/testkit";
import { WebSocket } from "ws";

/** A complete Parlour with a chat channel, and a bot with a real provider on 127.0.0.1. */

/** Interval in ms between two runs of the deliveries while a test waits. */
const pollIntervalMs = 250;

export const botToken = "tok3n-tok3n-tok3n-tok3n";

export interface TestBot {
  readonly id: number;
  readonly providerId: string;
  readonly endpointId: number;
  readonly token: string;
  readonly signingSecret: string;
}
interface DeliveryLogRow {
  readonly id: number;
  readonly event: string;
  readonly state: string;
  readonly attempts: number;
  readonly outcome: string | null;
  readonly error: string | null;
  readonly startsMs: readonly number[];
}
export interface BotFixture {
  readonly parlour: TestParlour;
  readonly channel: TestChannel;
  readonly provider: FakeBotProvider;
  readonly integrator: FakeIntegrator;
  readonly bot: TestBot;
  /** Connects a bot. `more` are further fields of `POST /bots`. */
  connectBot(more?: Readonly<Record<string, unknown>>): Promise<TestBot>;
  /** Posts an event as the provider. The default path segment is `webhooks`. */
  postEvent(
    body: unknown,
    more?: {
      readonly headers?: Record<string, string>;
      readonly segment?: string;
      readonly bot?: TestBot;
    },
  ): Promise<ApiResponse>;
  /** Sends BOT_MESSAGE with a text, or with any other message object. */
  sendBotMessage(
    chat: number,
    message: string | object,
    more?: { readonly headers?: Record<string, string>; readonly id?: string },
  ): Promise<ApiResponse>;
  inviteOperator(chat: number): Promise<ApiResponse>;
  /** Sends a message as a customer. Returns the customer's chat. */
  startChat(customer: string, text?: string): Promise<Chat>;
  readChat(chat: number): Promise<Chat>;
  messages(chat: number): Promise<readonly Message[]>;
  /** Returns the codes of the system messages of the chat. */
  systemMessageCodes(chat: number): Promise<readonly string[]>;
  /** Sets the operator online until `close` of the result is called. */
  goOnline(operator?: TestOperator): Promise<{ readonly close: () => Promise<void> }>;
  /**
   * Returns the deliveries to the bot, oldest first. Times of attempts are in ms after the first
   * one.
   */
  readDeliveries(chat: number): Promise<readonly DeliveryLogRow[]>;
  /**
   * Advances the clock in steps. After each step, waits until all work is done or waits for the
   * clock.
   */
  advanceClock(ms: number, stepMs?: number): Promise<void>;
  /**
   * Advances the clock in one step. All timers of that period fire together, and no delivery is
   * given up.
   */
  jump(ms: number): Promise<void>;
  /** Polls until the condition is met. Throws after the timeout of a test. */
  waitUntil(isMet: () => boolean | Promise<boolean>, description?: string): Promise<void>;
  close(): Promise<void>;
}

export async function openBotFixture(
  options: TestParlourOptions & {
    readonly bot?: Readonly<Record<string, unknown>>;
    readonly withoutBot?: true;
  } = {},
): Promise<BotFixture> {
  const parlour = await startTestParlour(options);
  const provider = await startBotProvider(() =>
    options.clock === "system" ? Date.now() : parlour.clock.now(),
  );
  const integrator = await startIntegrator();
  const channel = await parlour.channel(integrator.url);
  const { owner } = parlour;
  const sockets = new Set<WebSocket>();
  await owner.call("POST", "instance/egress-allow", { add: [provider.host] });
  const providerId = expectCreated(
    await owner.call("POST", "bot-providers", {
      name: "Helper",
      contact: "a@example.test",
      endpoint_url: provider.endpoint,
    }),
  )["id"] as string;

  const fixture: Omit<BotFixture, "bot"> = {
    parlour,
    channel,
    provider,
    integrator,
    async connectBot(more = {}) {
      const created = expectCreated(
        await owner.call("POST", "bots", {
          provider_id: providerId,
          token: botToken,
          name: "Robo",
          ...more,
        }),
      );
      return {
        id: created["id"] as number,
        providerId,
        endpointId: created["endpoint_id"] as number,
        token: (more["token"] as string | undefined) ?? botToken,
        signingSecret: created["signing_secret"] as string,
      };
    },
    postEvent: (body, { headers = {}, segment = "webhooks", bot } = {}) =>
      parlour.call(
        "POST",
        `/bot/${segment}/${bot?.providerId ?? providerId}/${encodeURIComponent(bot?.token ?? botToken)}`,
        body,
        headers,
      ),
    sendBotMessage: (chat, message, { headers, id = "b-1" } = {}) =>
      fixture.postEvent(
        {
          event: "BOT_MESSAGE",
          id,
          chat_id: String(chat),
          message:
            typeof message === "string"
              ? { type: "TEXT", text: message, timestamp: 1763620802 }
              : message,
        },
        headers === undefined ? {} : { headers },
      ),
    inviteOperator: (chat) =>
      fixture.postEvent({ event: "INVITE_AGENT", id: "b-2", chat_id: String(chat) }),
    async startChat(customer, text = "Hello") {
      const response = await parlour.sendCustomerMessage(channel, customer, text);
      if (response.status !== 200) throw new Error(response.text);
      return parlour.findChat(customer);
    },
    readChat: async (chat) => (await owner.call("GET", `chats/${chat}`)).body as Chat,
    messages: (chat) => parlour.messages(chat),
    systemMessageCodes: async (chat) =>
      (await parlour.messages(chat)).flatMap((message) =>
        message.line === undefined ? [] : [message.line.code],
      ),
    async goOnline(operator = owner) {
      const ws = new WebSocket(`${parlour.url.replace("http", "ws")}/api/v1/socket`, {
        headers: { authorization: `Bearer ${operator.key}` },
      });
      sockets.add(ws);
      await new Promise<void>((resolve, reject) => {
        ws.once("open", () => ws.send('{"type":"hello","after":null}'));
        ws.once("error", reject);
        ws.on("message", (data) => {
          if (String(data as Buffer).includes('"type":"ready"')) resolve();
        });
      });
      await operator.call("PUT", "me/presence", { status: "online" });
      return {
        close: async () => {
          await operator.call("PUT", "me/presence", { status: "offline" });
          ws.close();
        },
      };
    },
    async readDeliveries(chat) {
      const rows = await parlour.sql<{
        id: string;
        event: string;
        state: string;
        tries: number;
        outcome: string | null;
        error_message: string | null;
        starts: number[] | null;
      }>(
        `select d.id, d.event, d.state, d.tries, d.outcome, d.error_message,
           (select array_agg((extract(epoch from a.started_at) * 1000)::float8 order by a.n) from attempt a
             where a.account_id = d.account_id and a.delivery_id = d.id) as starts
         from delivery d join endpoint e on e.account_id = d.account_id and e.id = d.endpoint_id and e.kind = 'bot'
         where d.chat_id = $1 order by d.position, d.id`,
        [chat],
      );
      return rows.map((row) => ({
        id: Number(row.id),
        event: row.event,
        state: row.state,
        attempts: row.tries,
        outcome: row.outcome,
        error: row.error_message,
        startsMs: (row.starts ?? []).map((at) => Math.round(at - (row.starts?.[0] ?? 0))),
      }));
    },
    async advanceClock(ms, stepMs = 100) {
      for (let remainingMs = ms; remainingMs > 0; remainingMs -= stepMs) {
        // A running statement would time out during a long step.
        if (stepMs >= 1_000) await parlour.settle();
        await parlour.clock.advance(Math.min(stepMs, remainingMs));
        for (let n = 0; n < 10; n++) await nextTurn();
        // When this query has a result, the earlier queries have one too.
        await parlour.sql("select 1");
      }
    },
    async jump(ms) {
      await parlour.settle();
      parlour.clock.set(parlour.clock.now() + ms);
      await parlour.clock.advance(1);
      await parlour.settle();
    },
    async waitUntil(isMet, description = "the condition") {
      const timeoutAtMs = performance.now() + testTimeoutMs;
      let settleAtMs = performance.now() + pollIntervalMs;
      for (; !(await isMet()); await waitForPoll()) {
        if (performance.now() > timeoutAtMs) throw new Error(`${description} never held`);
        // If a lane was locked when it was claimed, a timer claims it again. The clock does not
        // advance here, so the test continues.
        if (performance.now() < settleAtMs) continue;
        settleAtMs = performance.now() + pollIntervalMs;
        void parlour.settle();
      }
    },
    async close() {
      for (const ws of sockets) ws.terminate();
      await provider.close();
      await integrator.close();
      await parlour.close();
    },
  };
  const noBot: TestBot = { id: 0, providerId, endpointId: 0, token: botToken, signingSecret: "" };
  return {
    ...fixture,
    bot: options.withoutBot === true ? noBot : await fixture.connectBot(options.bot),
  };
}

function expectCreated(answer: ApiResponse): Record<string, unknown> {
  if (answer.status !== 201) throw new Error(`expected 201, got ${answer.status}: ${answer.text}`);
  return answer.body as Record<string, unknown>;
}
function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
