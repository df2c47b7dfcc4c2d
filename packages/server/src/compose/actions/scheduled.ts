import { runActions, type ActionRunnerDeps } from "../../actions/run-actions.ts";
import { serializeScheduledMessage } from "../../api/chats/actions/serialize-scheduled-message.ts";
import { findReportOwner, findReportView } from "../../api/reports/index.ts";
import type { ScheduledMessagePort } from "../../api/chats/index.ts";
import { canSeeAllChats, isActionOfRole } from "../../core/operator/role.ts";
import type { Realtime } from "../../realtime/index.ts";
import type { DueAlarm } from "../../timers/due-alarm.ts";
import { startMessageTimers } from "../../timers/scheduled-messages.ts";
import { startReportTimers } from "../../timers/scheduled-reports.ts";
import type { BaseServices } from "../base.ts";
import type { DeliveryServices } from "../deliveries.ts";

/** What sends scheduled messages, and the port of their routes. */
export type ScheduledMessages = DueAlarm & ScheduledMessagePort;

/** Starts what sends scheduled messages, each as the reply of its author (LATER-004). */
export async function startScheduledMessages(
  { journal, db, clock, onFault }: BaseServices,
  realtime: Realtime,
  runner: ActionRunnerDeps,
): Promise<ScheduledMessages> {
  const publish: ScheduledMessagePort["publish"] = (account, message) =>
    realtime.publishScheduledMessage(account, message);
  const alarm = await startMessageTimers({
    db,
    clock,
    onFault,
    journal,
    async send(account, { id, chatId, operatorId, text, after }) {
      const operator = (await runner.config(account)).operators.get(operatorId);
      if (operator === undefined || !isActionOfRole(operator, "chats.answer"))
        return { code: "forbidden", message: "The author may no longer answer chats." };
      const [result] = await runActions(
        runner,
        {
          account,
          operator: { operatorId, seesAllChats: canSeeAllChats(operator) },
          cause: { kind: "schedule", id },
          after,
          key: { scope: `schedule:${id}`, prefix: "" },
        },
        chatId,
        [{ type: "reply", text }],
      );
      return result?.error ?? null;
    },
    publish: async (account, message, result) =>
      publish(account, {
        ...serializeScheduledMessage(message, await runner.config(account)),
        ...result,
      }),
  });
  return { ...alarm, publish };
}

/** Starts what writes the emails of scheduled reports (REP-003). */
export function startReports(
  { db, pools, clock, onFault, journal }: BaseServices,
  commands: DeliveryServices["commands"],
): Promise<DueAlarm> {
  return startReportTimers({
    db,
    clock,
    onFault,
    journal,
    planMail: (account) => commands.planMail(account, "scheduled_report"),
    async findObstacle({ account, ownerId, viewId }) {
      const config = await journal.config(account);
      if (findReportOwner(config, ownerId) === null) return "no_right";
      const view = viewId && (await findReportView(pools.reader, config, { viewId, ownerId }));
      return view === null && viewId !== null ? "no_view" : null;
    },
  });
}
