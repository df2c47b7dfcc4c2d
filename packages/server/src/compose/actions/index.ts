import { startBulkWorker, type BulkWorker } from "../../actions/bulk-worker.ts";
import type { ActionRunnerDeps } from "../../actions/run-actions.ts";
import { createReplyEmail } from "../../api/chats/email/create-reply-email.ts";
import type { Realtime } from "../../realtime/index.ts";
import type { BaseServices } from "../base.ts";
import type { DeliveryServices } from "../deliveries.ts";

/** What runs actions on chats for operators. */
export interface ActionServices {
  readonly runner: ActionRunnerDeps;
  readonly bulk: BulkWorker;
}

/** Starts the worker of bulk actions, and connects the actions to the other parts. */
export function startActions(
  base: BaseServices,
  { presence }: Realtime,
  { connectors }: DeliveryServices,
): ActionServices {
  const { journal, pools, db, clock, onFault, write } = base;
  const config = (account: number) => journal.config(account);
  const runner: ActionRunnerDeps = {
    write,
    reader: pools.reader,
    config,
    presence: (account, operatorId) => presence.of(account, operatorId),
    createEmail: (account, chat) =>
      createReplyEmail({ reader: pools.reader, config, connectors }, account, chat),
  };
  return { runner, bulk: startBulkWorker({ ...runner, db, clock, onFault, journal }) };
}
