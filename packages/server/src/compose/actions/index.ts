import { startBulkWorker, type BulkWorker } from "../../actions/bulk-worker.ts";
import { runActions, type ActionRunnerDeps } from "../../actions/run-actions.ts";
import type { ActionPorts } from "../../api/index.ts";
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

/** Connects the routes of the service API to what runs actions. `node`: id of this node. */
export const createActionPorts = (node: number, { runner, bulk }: ActionServices): ActionPorts => ({
  bulk: { node, wake: () => bulk.wake() },
  runActions: (run, chatId, actions) => runActions(runner, run, chatId, actions),
});
