import { ManualClock } from "../src/clock.ts";
import { inviteOperator } from "../src/core/bot/invite.ts";
import { receiveCustomerMessage } from "../src/core/chat/message/receive-message.ts";
import type { ChatData } from "../src/core/event.ts";
import type { CommandHandler } from "../src/core/command.ts";
import type { Journal } from "../src/journal/index.ts";
import type { DurableConsumer, ConsumerDeps } from "../src/journal/subscribers/durable-consumer.ts";
import { openJournalFixture, type JournalFixture, type TestAccount } from "./journal-fixture.ts";

/**
 * An account with one channel, one bot and two operators without a chat limit, on nodes that a test
 * starts. Sends no deliveries.
 */
export interface NodeFixture extends JournalFixture {
  readonly clock: ManualClock;
  readonly testAccount: TestAccount;
  readonly botId: number;
  /** Runs a command handler on a chat. Returns its result. */
  runCommand(
    journal: Journal,
    chat: number,
    handler: CommandHandler,
    operator?: number,
  ): Promise<unknown>;
  /** Sends a message as a customer. Returns the id of the chat. */
  sendCustomerMessage(journal: Journal, customer: string, text?: string): Promise<number>;
  invite(journal: Journal, chat: number): Promise<unknown>;
  readChat(id: number): Promise<ChatData>;
  /** Returns the codes of the system messages of the chat, in order. */
  systemMessageCodes(id: number): Promise<readonly string[]>;
  readonly reportedErrors: unknown[];
  consumerDeps(journal: Journal): ConsumerDeps & { readonly journal: Journal };
}

export async function openNodeFixture(
  bot: { inviteWaitS?: number; silentS?: number } = {},
): Promise<NodeFixture> {
  const journalFixture = await openJournalFixture();
  const clock = new ManualClock();
  const reportedErrors: unknown[] = [];
  const testAccount = await journalFixture.addAccount(2);
  const sql = journalFixture.pools.writer;
  await sql.query("update operator set chat_limit = 0");
  await sql.query(
    "insert into channel_operator (account_id, channel_id, operator_id) select $1, $2, unnest($3::bigint[])",
    [testAccount.id, testAccount.channelId, testAccount.operatorIds],
  );
  await sql.query("insert into bot_provider (id, name, state) values ('provider', 'P', 'active')");
  const { rows } = await sql.query<{ id: number }>(
    `with e as (insert into endpoint (account_id, kind, url, secret, secret_hint) values ($1, 'bot', 'http://b', '', '') returning id)
    insert into bot (account_id, provider_id, endpoint_id, name, token, token_hash, token_short, invite_wait_s, silent_s)
    select $1, 'provider', id, 'Rita', '', '', false, $2, $3 from e returning id`,
    [testAccount.id, bot.inviteWaitS ?? 60, bot.silentS ?? 0],
  );
  const botId = rows[0]?.id ?? 0;
  const runCommand = async (
    journal: Journal,
    chat: number,
    handler: CommandHandler,
    operator?: number,
  ): Promise<unknown> => {
    const subject = operator === undefined ? { chat } : { chat, operator };
    return (await journal.write({ account: testAccount.id, subject, handler })).answer;
  };
  return {
    ...journalFixture,
    openNode: (more = {}) =>
      journalFixture.openNode({
        clock,
        onFault: (fault) => void reportedErrors.push(fault),
        ...more,
      }),
    clock,
    testAccount,
    botId,
    reportedErrors,
    runCommand,
    async sendCustomerMessage(journal, customer, text = "Hello") {
      const result = await journal.write({
        account: testAccount.id,
        subject: { customer: { channelId: testAccount.channelId, key: customer } },
        handler: receiveCustomerMessage({
          channelId: testAccount.channelId,
          customer,
          recipient: JSON.stringify(customer),
          text,
        }),
      });
      return result.answer.chat_id;
    },
    invite: (journal, chat) =>
      runCommand(
        journal,
        chat,
        inviteOperator({ botId, online: new Set(testAccount.operatorIds) }),
      ),
    async readChat(id) {
      const stored = await sql.query<{ body: string }>("select body from chat where id = $1", [id]);
      return JSON.parse(stored.rows[0]?.body ?? "null") as ChatData;
    },
    async systemMessageCodes(id) {
      const stored = await sql.query<{ body: string }>(
        "select body from journal where chat_id = $1 and seq is not null order by seq",
        [id],
      );
      return stored.rows.flatMap(({ body }) => {
        const { line } = JSON.parse(body) as { line?: { code: string } };
        return line === undefined ? [] : [line.code];
      });
    },
    consumerDeps: (journal) => ({
      journal,
      pool: journalFixture.pools.writer,
      clock,
      onFault: (fault) => void reportedErrors.push(fault),
    }),
  };
}

/** Waits until the consumers have done all pending work. */
export async function runDueWork(...consumers: readonly DurableConsumer[]): Promise<void> {
  for (const consumer of consumers) await consumer.settle();
}
