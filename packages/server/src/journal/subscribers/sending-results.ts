import {
  sendingCodes,
  type SendingCode,
  type SendingResult,
} from "../../core/chat/message/system-message-codes.ts";
import { reportSending } from "../../core/chat/report-sending.ts";
import type { Delivery } from "../../core/entity.ts";
import type { NewMessage } from "../../core/event.ts";
import { Refusal } from "../../core/failure.ts";
import type { EntryFeed, JournalWriter } from "../index.ts";
import { startDurableConsumer } from "./durable-consumer.ts";
import type { DurableConsumer, ConsumerDeps } from "./durable-consumer.ts";

export interface SendingResultsDeps extends ConsumerDeps {
  readonly journal: EntryFeed & JournalWriter;
}
interface SendingStatusRow {
  readonly body: string;
  readonly is_delivered: boolean;
  readonly is_attempted: boolean;
  readonly is_pending: boolean;
  readonly error: string | null;
}

/**
 * Starts the subscriber that writes into chats the results of emails and push notifications that a
 * system message announced (CORE-190). One system message may have several deliveries, one per
 * device. Its result is "delivered" with the first success, and "failed" when all have failed.
 * Withdrawn deliveries do not count.
 */
export function startSendingResultSubscriber(deps: SendingResultsDeps): Promise<DurableConsumer> {
  return startDurableConsumer(deps, {
    name: "sending_lines",
    minIntervalMs: 0,
    isRelevant: ({ name, frame, chatId }) =>
      name === "delivery_updated" && chatId !== null && /"kind":"(?:mail|push)"/.test(frame),
    async handle(entries) {
      const handled = new Set<number>();
      for (const { account, chatId, frame } of entries) {
        const { delivery } = (JSON.parse(frame) as { data: { delivery: Delivery } }).data;
        if (
          chatId === null ||
          handled.has(delivery.id) ||
          (delivery.event !== "chat_waiting" && delivery.event !== "transcript")
        )
          continue;
        handled.add(delivery.id);
        await reportResult(deps, account, chatId, delivery.id);
      }
    },
  });
}

async function reportResult(
  { pool, journal }: SendingResultsDeps,
  account: number,
  chat: number,
  delivery: number,
): Promise<void> {
  const { rows } = await pool.query<SendingStatusRow>(
    `select j.body, bool_or(o.state = 'delivered') as is_delivered, bool_and(o.attempts > 0 or o.state <> 'pending') as is_attempted,
      bool_or(o.state = 'pending') as is_pending, max(o.error_code) as error
    from delivery d join journal j on j.account_id = d.account_id and j.position = d.position and j.name = 'message_created'
      join delivery o on o.account_id = d.account_id and o.position = d.position and o.event = d.event and o.outcome is distinct from 'withdrawn'
    where d.account_id = $1 and d.id = $2 group by j.body`,
    [account, delivery],
  );
  const [row] = rows;
  if (row === undefined) return;
  const { id, line, created_at } = JSON.parse(row.body) as NewMessage;
  const code = sendingCodes.find((known) => known === line?.code);
  const result = getResult(row);
  if (line === undefined || code === undefined || result === null) return;
  const error = result === "delivered" ? null : row.error;
  const handler = reportSending({ line: { ...line, code }, at: created_at, result, error });
  try {
    await journal.write({
      account,
      subject: { chat },
      handler,
      idempotency: { scope: `line:${id}`, key: result, hash: toHash(code, result) },
    });
  } catch (failure) {
    if (!(failure instanceof Refusal && failure.failure.failure === "not_found")) throw failure;
  }
}

function getResult(row: SendingStatusRow): SendingResult | null {
  if (row.is_delivered) return "delivered";
  if (!row.is_attempted) return null;
  return row.is_pending ? "delayed" : "failed";
}

/**
 * Returns the hash of the idempotency key, under which each result of a system message is written
 * once, even if two nodes read the same entry. Both nodes write the same content, so its text
 * serves as the hash.
 */
function toHash(code: SendingCode, result: SendingResult): Uint8Array {
  return new TextEncoder().encode(`${code} ${result}`);
}
