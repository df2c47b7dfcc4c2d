import { leaveChat } from "../../core/chat/participants/leave.ts";
import { Refusal } from "../../core/failure.ts";
import { canAnswerChats } from "../../core/operator/eligibility.ts";
import type { OperatorConfig } from "../../core/command.ts";
import type { JournalWriter } from "../index.ts";
import { startDurableConsumer } from "./durable-consumer.ts";
import type { DurableConsumer, ConsumerDeps } from "./durable-consumer.ts";

export interface OperatorDeactivatedDeps extends ConsumerDeps {
  readonly journal: ConsumerDeps["journal"] & JournalWriter;
}

interface SettingsFrame {
  readonly data: { readonly kind: string; readonly id: number | null };
}

/**
 * Starts the subscriber that removes operators from their chats after they were deactivated, or
 * after they got a role that cannot answer chats. Each chat goes to another participant or waits
 * again (CORE-003). It does not matter who made the change.
 */
export function startOperatorDeactivatedSubscriber(
  deps: OperatorDeactivatedDeps,
): Promise<DurableConsumer> {
  return startDurableConsumer(deps, {
    name: "operator_gone",
    minIntervalMs: 0,
    isRelevant: (entry) =>
      entry.name === "settings_changed" && /"kind":"(operator|role)"/.test(entry.frame),
    async handle(entries) {
      const handled = new Set<string>();
      for (const { account, frame } of entries) {
        const { kind, id } = (JSON.parse(frame) as SettingsFrame).data;
        const key = `${account}:${kind}:${id}`;
        if (id === null || handled.has(key)) continue;
        handled.add(key);
        const { operators } = await deps.journal.config(account);
        // A custom role that changed may be that of any operator.
        const changed = kind === "role" ? [...operators.values()] : [operators.get(id)];
        for (const operator of changed)
          if (operator !== undefined && !canAnswerChats(operator))
            await leaveChats(deps, account, operator);
      }
    },
  });
}

async function leaveChats(
  deps: OperatorDeactivatedDeps,
  account: number,
  operator: OperatorConfig,
): Promise<void> {
  const cause = operator.active ? "left" : "deactivated";
  const { rows } = await deps.pool.query<{ chat: number }>(
    `
    select p.chat_id as chat from participant p join chat c on c.account_id = p.account_id and c.id = p.chat_id
    where p.account_id = $1 and p.operator_id = $2 and p.left_at is null and c.state <> 'closed'`,
    [account, operator.id],
  );
  for (const { chat } of rows) {
    try {
      await deps.journal.write({
        account,
        subject: { chat, operator: operator.id },
        handler: leaveChat({ operatorId: operator.id, cause }),
      });
    } catch (error) {
      // A chat that was closed since it was read needs no action.
      if (!(error instanceof Refusal && error.failure.failure === "chat_closed")) throw error;
    }
  }
}
