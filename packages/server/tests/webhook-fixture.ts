import type { Chat } from "@parlour/protocol";
import type { WebhookWithSecret } from "@parlour/protocol/api/settings/webhook";
import {
  waitForPoll,
  testTimeoutMs,
  startIntegrator,
  startWebhookReceiver,
  startTestParlour,
  type FakeIntegrator,
  type FakeWebhook,
  type TestChannel,
  type TestParlour,
  type TestParlourOptions,
} from "@parlour/testkit";

/** A Parlour with a channel and a webhook receiver. */

export interface WebhookFixture {
  readonly parlour: TestParlour;
  readonly channel: TestChannel;
  readonly receiver: FakeWebhook;
  readonly integrator: FakeIntegrator;
  /** The first webhook, which sends to `receiver`. */
  readonly webhook: WebhookWithSecret;
  /** Creates another webhook of the account. */
  addWebhook(url: string, more?: Readonly<Record<string, unknown>>): Promise<WebhookWithSecret>;
  /** Sends a visitor message and returns the chat. */
  startChat(customer: string, more?: { sender?: object }): Promise<Chat>;
  acceptChat(chatId: number): Promise<Chat>;
  closeChat(chatId: number): Promise<void>;
  readChat(chatId: number): Promise<Chat>;
  /**
   * Advances the clock in steps. Runs all pending work after each step. A step must be shorter than
   * the time limit of a request (WH-060), because a request may be under way in it.
   */
  advanceClock(ms: number, stepMs?: number): Promise<void>;
  /** Waits until the condition is true. Fails after `testTimeoutMs`. */
  waitUntil(condition: () => boolean | Promise<boolean>, description?: string): Promise<void>;
  /** Reads the webhook deliveries of this fixture, oldest first. */
  readDeliveries(): Promise<
    readonly {
      id: number;
      event: string;
      chat_id: number | null;
      state: string;
      tries: number;
      error_code: string | null;
      attempt_note: string | null;
    }[]
  >;
  close(): Promise<void>;
}

/**
 * Opens the fixture. `shared` is a Parlour for the whole file. The fixture then creates a channel,
 * a receiver and a webhook in it, and `close` removes all webhooks and closes all chats.
 */
export async function openWebhookFixture(
  options: TestParlourOptions & {
    readonly withoutWebhook?: true;
    readonly path?: string;
    readonly shared?: TestParlour;
  } = {},
): Promise<WebhookFixture> {
  const { shared } = options;
  const parlour = shared ?? (await startTestParlour(options));
  const { managed: _managed, ...originalRouting } = (await parlour.owner.call("GET", "routing"))
    .body as Record<string, unknown>;
  const [newestEndpoint] = await parlour.sql<{ id: string }>(
    "select coalesce(max(id), 0) as id from endpoint",
  );
  const receiver = await startWebhookReceiver();
  const integrator = await startIntegrator();
  const channel = await parlour.channel(integrator.url);
  let webhook: WebhookWithSecret | null = null;
  const fixture: WebhookFixture = {
    get webhook() {
      if (webhook === null) throw new Error("this bed was opened without a webhook");
      return webhook;
    },
    parlour,
    channel,
    receiver,
    integrator,
    async addWebhook(url, fields = {}) {
      const { host } = new URL(url);
      await parlour.owner.call("POST", "instance/egress-allow", { add: [host] });
      const created = await parlour.owner.call("POST", "webhooks", { url, ...fields });
      if (created.status !== 201) throw new Error(created.text);
      return created.body as WebhookWithSecret;
    },
    async startChat(customer, options) {
      const response = await parlour.sendCustomerMessage(channel, customer, "Hello", options);
      if (response.status !== 200) throw new Error(response.text);
      return parlour.findChat(customer);
    },
    async acceptChat(chatId) {
      const answer = await parlour.owner.call("POST", `chats/${chatId}/accept`, {});
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.body as Chat;
    },
    async closeChat(chatId) {
      const answer = await parlour.owner.call("POST", `chats/${chatId}/close`, {});
      if (answer.status !== 200) throw new Error(answer.text);
    },
    readChat: async (chatId) => (await parlour.owner.call("GET", `chats/${chatId}`)).body as Chat,
    async advanceClock(ms, stepMs = 1_000) {
      for (let remainingMs = ms; remainingMs > 0; remainingMs -= stepMs) {
        await parlour.clock.advance(Math.min(stepMs, remainingMs));
        await parlour.settle();
      }
    },
    async waitUntil(condition, description = "the condition") {
      for (
        const endAt = performance.now() + testTimeoutMs;
        !(await condition());
        await waitForPoll()
      )
        if (performance.now() > endAt) throw new Error(`${description} never held`);
    },
    readDeliveries: async () =>
      (
        await parlour.sql<{
          id: string;
          event: string;
          chat_id: string | null;
          state: string;
          tries: number;
          error_code: string | null;
          attempt_note: string | null;
        }>(
          `select d.id, d.event, d.chat_id, d.state, d.tries, d.error_code,
             (select coalesce(a.error_message, '') from attempt a where a.account_id = d.account_id and a.delivery_id = d.id order by a.n desc limit 1) as attempt_note
           from delivery d join endpoint e on e.account_id = d.account_id and e.id = d.endpoint_id and e.kind = 'webhook' and e.id > $1 order by d.position, d.endpoint_id`,
          [newestEndpoint?.id],
        )
      ).map((row) => ({
        ...row,
        id: Number(row.id),
        chat_id: row.chat_id === null ? null : Number(row.chat_id),
      })),
    async close() {
      // A request without a response must not delay the shutdown of the server.
      await receiver.close();
      if (shared !== undefined) await cleanUp();
      await integrator.close();
      if (shared === undefined) await parlour.close();
    },
  };
  if (options.withoutWebhook !== true)
    webhook = await fixture.addWebhook(`${receiver.url}${options.path ?? "/hook"}`);
  return fixture;

  async function cleanUp(): Promise<void> {
    const callOk = async (method: string, path: string, body?: object): Promise<any> => {
      const answer = await parlour.owner.call(method, path, body);
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
      return answer.body;
    };
    const { items } = (await callOk("GET", "webhooks")) as {
      items: readonly { readonly id: number }[];
    };
    for (const { id } of items) await callOk("DELETE", `webhooks/${id}`);
    for (const { id } of await parlour.sql<{ id: string }>(
      "select id from chat where state <> 'closed'",
    ))
      await callOk("POST", `chats/${id}/close`, {});
    await callOk("PATCH", "routing", originalRouting);
    await parlour.settle();
    // Chats of the next test must start later than those of this one.
    await parlour.clock.advance(1_000);
  }
}
