import { ManualClock } from "../src/clock.ts";
import { inviteOperator } from "../src/core/bot/invite.ts";
import { receiveCustomerMessage } from "../src/core/chat/receive-message.ts";
import type { ChatData } from "../src/core/event.ts";
import type { CommandHandler } from "../src/core/command.ts";
import type { Journal } from "../src/journal/index.ts";
import type { DurableConsumer, ConsumerDeps } from "../src/journal/readers/durable-consumer.ts";
import { openGround, type Ground, type Place } from "./journal-kit.ts";

/**
 * An account with one channel, one bot and two operators without a chat limit, on nodes that a test
 * starts. Nothing is delivered.
 */
export interface CoreBed extends Ground {
  readonly clock: ManualClock;
  readonly place: Place;
  readonly botId: number;
  /** Runs a command handler on a chat. Returns its answer. */
  run(journal: Journal, chat: number, verb: CommandHandler, operator?: number): Promise<unknown>;
  /** Sends a message as a customer. Returns the id of the chat. */
  say(journal: Journal, customer: string, text?: string): Promise<number>;
  invite(journal: Journal, chat: number): Promise<unknown>;
  chat(id: number): Promise<ChatData>;
  /** Returns the codes of the system messages of the chat, in order. */
  lines(id: number): Promise<readonly string[]>;
  readonly faults: unknown[];
  readerDeps(journal: Journal): ConsumerDeps & { readonly journal: Journal };
}

export async function openCoreBed(bot: { inviteWaitS?: number; silentS?: number } = {}): Promise<CoreBed> {
  const ground = await openGround();
  const clock = new ManualClock();
  const faults: unknown[] = [];
  const place = await ground.account(2);
  const sql = ground.pools.writer;
  await sql.query("update operator set chat_limit = 0");
  await sql.query("insert into channel_operator (account_id, channel_id, operator_id) select $1, $2, unnest($3::bigint[])", [
    place.account,
    place.channel,
    place.operators,
  ]);
  await sql.query("insert into bot_provider (id, name, state) values ('provider', 'P', 'active')");
  const { rows } = await sql.query<{ id: number }>(
    `with e as (insert into endpoint (account_id, kind, url, secret, secret_hint) values ($1, 'bot', 'http://b', '', '') returning id)
    insert into bot (account_id, provider_id, endpoint_id, name, token, token_hash, token_short, invite_wait_s, silent_s)
    select $1, 'provider', id, 'Rita', '', '', false, $2, $3 from e returning id`,
    [place.account, bot.inviteWaitS ?? 60, bot.silentS ?? 0],
  );
  const botId = rows[0]?.id ?? 0;
  const run = async (journal: Journal, chat: number, verb: CommandHandler, operator?: number): Promise<unknown> => {
    const subject = operator === undefined ? { chat } : { chat, operator };
    return JSON.parse((await journal.write({ account: place.account, subject, handler: verb })).answer) as unknown;
  };
  return {
    ...ground,
    node: (more = {}) => ground.node({ clock, onFault: (fault) => void faults.push(fault), ...more }),
    clock,
    place,
    botId,
    faults,
    run,
    async say(journal, customer, text = "Hello") {
      const written = await journal.write({
        account: place.account,
        subject: { customer: { channelId: place.channel, key: customer } },
        handler: receiveCustomerMessage({ channelId: place.channel, customer, recipient: JSON.stringify(customer), text }),
      });
      return (JSON.parse(written.answer) as { chat_id: number }).chat_id;
    },
    invite: (journal, chat) => run(journal, chat, inviteOperator({ botId, online: new Set(place.operators) })),
    async chat(id) {
      const found = await sql.query<{ body: string }>("select body from chat where id = $1", [id]);
      return JSON.parse(found.rows[0]?.body ?? "null") as ChatData;
    },
    async lines(id) {
      const found = await sql.query<{ body: string }>("select body from journal where chat_id = $1 and seq is not null order by seq", [id]);
      return found.rows.flatMap(({ body }) => {
        const { line } = JSON.parse(body) as { line?: { code: string } };
        return line === undefined ? [] : [line.code];
      });
    },
    readerDeps: (journal) => ({ journal, pool: ground.pools.writer, clock, onFault: (fault) => void faults.push(fault) }),
  };
}

/** Waits until the consumers have processed everything that is due now. */
export async function settle(...readers: readonly DurableConsumer[]): Promise<void> {
  for (const reader of readers) await reader.settle();
}
