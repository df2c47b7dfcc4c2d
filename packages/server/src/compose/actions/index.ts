import type { FileServices } from "../files.ts";
import { createMoveUploads } from "../../move-in/uploads.ts";
import { version } from "../../version.ts";
import { startRules } from "../../rules/index.ts";
import { startPromiseFacts, startSla } from "../../sla/index.ts";
import { replaceMacros } from "../../actions/replace-macros.ts";
import { runActions, type ActionRunnerDeps } from "../../actions/run-actions.ts";
import type { ActionPorts } from "../../api/index.ts";
import { serializeReminder } from "../../api/reminders/serialize-reminder.ts";
import { createReplyEmail } from "../../api/chats/email/create-reply-email.ts";
import type { DurableConsumer } from "../../journal/subscribers/durable-consumer.ts";
import type { Realtime } from "../../realtime/index.ts";
import type { ReminderRecord } from "../../store/reminders/reminder.ts";
import { startReminderTimers, type ReminderTimers } from "../../timers/reminders.ts";
import type { BaseServices } from "../base.ts";
import { startJobs, type Jobs } from "./jobs.ts";
import { createActionEffects } from "./action-effects.ts";
import { startRemindersOfPromises } from "./promise-reminders.ts";
import { startReports, startScheduledMessages, type ScheduledMessages } from "./scheduled.ts";
import type { DeliveryServices } from "../deliveries.ts";

/** What runs actions on chats, and reminds operators of them. */
export interface ActionServices extends Jobs {
  readonly runner: ActionRunnerDeps;
  /** Consumers of the journal, and what acts at a time. */
  readonly started: readonly DurableConsumer[];
  readonly reminders: ReminderTimers & ActionPorts["reminders"];
  readonly scheduled: ScheduledMessages;
  readonly cleanups: readonly { readonly cleanUp: () => Promise<void> }[];
}

/** Starts what runs actions and reminds operators, and connects it to the other parts. */
export async function startActions(
  base: BaseServices,
  realtime: Realtime,
  { files, importFolder, storage, getStorage }: FileServices,
  { connectors, commands, parts, replayChat, startPassages, egress }: DeliveryServices,
): Promise<ActionServices> {
  const { journal, pools, db, clock, onFault, write, limits, cluster } = base;
  const config = (account: number) => journal.config(account);
  const { reader } = pools;
  const publish: ActionPorts["reminders"]["publish"] = (account, reminder) =>
    realtime.publishReminder(account, reminder);
  const publishRecord = async (account: number, reminder: ReminderRecord): Promise<void> =>
    publish(account, serializeReminder(reminder, await config(account)));
  const timers = await startReminderTimers({
    db,
    clock,
    onFault,
    journal,
    notify: async (account, reminder) => {
      await publishRecord(account, reminder);
      return parts.push.remind(account, reminder);
    },
  });
  const reminders = { ...timers, publish };
  const runner: ActionRunnerDeps = {
    write,
    clock,
    reader,
    config,
    presence: (account, operatorId) => realtime.presence.of(account, operatorId),
    createEmail: (account, chat) => createReplyEmail({ reader, config, connectors }, account, chat),
    ...createActionEffects({ reminders, clock, reader, sql: db, config, change: journal.change }),
  };
  const shared = { ...runner, db, clock, onFault, journal };
  const consumer = { ...shared, pool: pools.writer, jobs: cluster };
  const rules = await startRules({
    ...consumer,
    limits,
    change: journal.change,
    planMail: (account) => commands.planMail(account, "rule_off"),
  });
  const sla = await startSla(consumer);
  const promiseFacts = await startPromiseFacts(consumer);
  const promises = await startRemindersOfPromises(consumer, {
    publish: publishRecord,
    scheduleBy: (at) => timers.scheduleBy(at),
  });
  const reports = await startReports(base, commands);
  const jobs = startJobs({
    ...shared,
    answer: replayChat,
    egress,
    version,
    files,
    change: journal.change,
    secrets: base.secrets,
    uploads: createMoveUploads({ folder: importFolder, clock, db, storage, getStorage }),
  });
  const scheduled = await startScheduledMessages(base, realtime, runner);
  const passages = await startPassages();
  return {
    ...jobs,
    runner,
    started: [rules, sla, promiseFacts, promises, reports, reminders, scheduled, passages],
    reminders,
    scheduled,
    cleanups: [
      jobs.moveUploads,
      jobs.parallelRuns,
      jobs.bulk,
      jobs.imports,
      jobs.replays,
      jobs.sites,
      rules,
      reminders,
    ],
  };
}

/** Connects the routes of the service API to what runs actions. */
export const createActionPorts = ({
  runner,
  bulk,
  broadcasts,
  dryRuns,
  replays,
  sites,
  reminders,
  scheduled,
}: ActionServices): ActionPorts => ({
  reminders,
  scheduled,
  bulk,
  broadcasts,
  dryRuns,
  replays,
  sites,
  runActions: (run, chatId, actions) => runActions(runner, run, chatId, actions),
  replaceMacros: (account, list, options) => replaceMacros(runner.reader, account, list, options),
});
