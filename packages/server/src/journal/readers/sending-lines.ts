import { sendingCodes, type SendingCode, type SendingResult } from "../../core/chat/system-message-codes.ts";
import { reportSending } from "../../core/chat/report-sending.ts";
import type { Delivery } from "../../core/entity.ts";
import type { NewMessage } from "../../core/event.ts";
import { Refusal } from "../../core/failure.ts";
import type { Journal } from "../index.ts";
import { startReader } from "./durable.ts";
import type { DurableReader, ReaderDeps } from "./durable.ts";

export interface SendingLinesDeps extends ReaderDeps {
  readonly journal: ReaderDeps["journal"] & Pick<Journal, "write">;
}
interface Row {
  readonly body: string;
  readonly is_delivered: boolean;
  readonly is_tried: boolean;
  readonly is_pending: boolean;
  readonly error: string | null;
}

/**
 * Reports in chats the results of mails and push notifications that a system message announced
 * (CORE-190). One system message may have several deliveries, one per device. It is delivered with
 * the first success and failed when all have failed. Withdrawn deliveries do not count.
 */
export function startSendingLines(deps: SendingLinesDeps): Promise<DurableReader> {
  return startReader(deps, {
    name: "sending_lines",
    everyMs: 0,
    wants: ({ name, frame, chatId }) => name === "delivery_updated" && chatId !== null && /"kind":"(?:mail|push)"/.test(frame),
    async handle(entries) {
      const seen = new Set<number>();
      for (const { account, chatId, frame } of entries) {
        const { delivery } = (JSON.parse(frame) as { data: { delivery: Delivery } }).data;
        if (chatId === null || seen.has(delivery.id) || (delivery.event !== "chat_waiting" && delivery.event !== "transcript")) continue;
        seen.add(delivery.id);
        await report(deps, account, chatId, delivery.id);
      }
    },
  });
}

async function report({ pool, journal }: SendingLinesDeps, account: number, chat: number, delivery: number): Promise<void> {
  const { rows } = await pool.query<Row>(
    `select j.body, bool_or(o.state = 'delivered') as is_delivered, bool_and(o.attempts > 0 or o.state <> 'pending') as is_tried,
      bool_or(o.state = 'pending') as is_pending, max(o.error_code) as error
    from delivery d join journal j on j.account_id = d.account_id and j.position = d.position and j.name = 'message_created'
      join delivery o on o.account_id = d.account_id and o.position = d.position and o.event = d.event and o.outcome is distinct from 'withdrawn'
    where d.account_id = $1 and d.id = $2 group by j.body`,
    [account, delivery],
  );
  const [row] = rows;
  if (row === undefined) return;
  const { id, line, created_at: at } = JSON.parse(row.body) as NewMessage;
  const code = sendingCodes.find((one) => one === line?.code);
  const result = resultOf(row);
  if (line === undefined || code === undefined || result === null) return;
  const error = result === "delivered" ? null : row.error;
  const verb = reportSending({ line: { ...line, code }, at, result, error });
  try {
    await journal.write({
      account,
      subject: { chat },
      verb,
      idempotency: { scope: `line:${id}`, key: result, hash: hashOf(code, result) },
    });
  } catch (failure) {
    if (!(failure instanceof Refusal && failure.failure.failure === "not_found")) throw failure;
  }
}

function resultOf({ is_delivered: isDelivered, is_tried: isTried, is_pending: isPending }: Row): SendingResult | null {
  if (isDelivered) return "delivered";
  if (!isTried) return null;
  return isPending ? "delayed" : "failed";
}

/**
 * Each result of a system message is written once, even if two nodes read the same entry. Both
 * write the same content, so its text serves as the hash.
 */
function hashOf(code: SendingCode, result: SendingResult): Uint8Array {
  return new TextEncoder().encode(`${code} ${result}`);
}
