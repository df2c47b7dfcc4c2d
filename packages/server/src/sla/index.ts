import { conditionHolds } from "@parlour/protocol/conditions/condition";
import { policyFactsWith, type ConditionSubject } from "@parlour/protocol/conditions/facts";
import { slaTargets, type SlaTarget } from "@parlour/protocol/chat-sla";
import { findDueTime, type DueSla } from "../core/chat/sla/due-time.ts";
import { isSameSla, setSla } from "../core/chat/sla/set-sla.ts";
import { isRunningChatState } from "../core/chat/state-machine.ts";
import type { AccountConfig, WriteCommand } from "../core/command.ts";
import { isUnavailable } from "../core/failure.ts";
import { effectiveHours } from "../core/hours/effective-hours.ts";
import { isUndo, type JournalEntry } from "../journal/entry.ts";
import { createAccountCache, type AccountCache } from "../journal/subscribers/account-cache.ts";
import {
  startDurableConsumer,
  type ConsumerDeps,
  type DurableConsumer,
} from "../journal/subscribers/durable-consumer.ts";
import type { Reader } from "../store/database/reader.ts";
import { findRuleSubjects } from "../store/rules/rule-subject.ts";
import { slaPolicyStore, type SlaPolicyRow } from "../store/settings/content/sla-policy.ts";
import { listRunningChats, listSlaMoments } from "../store/sla/sla-moments.ts";

export interface SlaDeps extends ConsumerDeps {
  readonly reader: Reader;
  readonly write: WriteCommand;
  readonly config: (account: number) => Promise<AccountConfig>;
}

/** Bounds how long other accounts wait for a busy one. */
const maxEntriesPerRound = 200;
const chatsAtOnce = 20;

/**
 * Starts the consumer that sets the due times of chats (SLA-010). It compares the stored chat with
 * the policies, so entries may come late or twice. The timers of chats change the states.
 */
export async function startSla(deps: SlaDeps): Promise<DurableConsumer> {
  const policies = createAccountCache(deps, "sla_policy", (account) =>
    slaPolicyStore.list(deps.reader, account),
  );
  const consumer = await startDurableConsumer(deps, {
    name: "sla",
    minIntervalMs: 0,
    maxEntries: maxEntriesPerRound,
    isRelevant(entry) {
      if (policies.isChange(entry)) {
        policies.invalidate(entry.account);
        return true;
      }
      return policies.peek(entry.account)?.length !== 0 && (isOfChat(entry) || isOfHours(entry));
    },
    async handle(entries) {
      for (const [account, list] of Map.groupBy(entries, (entry) => entry.account))
        await updateChats(deps, policies, account, list);
    },
  });
  return {
    settle: () => consumer.settle(),
    async close() {
      policies.close();
      await consumer.close();
    },
  };
}

/** Working hours are those of the account, of a department or of the widget of a channel. */
const isOfHours = ({ name, frame }: JournalEntry): boolean =>
  name === "settings_changed" && /"kind":"(?:account|department|channel)"/.test(frame);
/** Whether the entry can change the policy of a chat or what is due in it. */
const isOfChat = (entry: JournalEntry): boolean =>
  entry.chatId !== null &&
  (entry.name === "message_created" ||
    entry.name === "field_changed" ||
    (entry.name.startsWith("chat_") && !entry.name.startsWith("chat_sla_")) ||
    isUndo(entry));

/** Updates the chats that the entries are about, or all of an account if its settings changed. */
async function updateChats(
  deps: SlaDeps,
  cache: AccountCache<readonly SlaPolicyRow[]>,
  account: number,
  entries: readonly JournalEntry[],
): Promise<void> {
  const policies = await cache.read(account);
  if (policies.length === 0 && !entries.some((entry) => cache.isChange(entry))) return;
  const chats = entries.some(({ name }) => name === "settings_changed")
    ? await listRunningChats(deps.reader, account)
    : [...new Set(entries.flatMap(({ chatId }) => chatId ?? []))];
  const config = await deps.config(account);
  for (let n = 0; n < chats.length; n += chatsAtOnce) {
    const subjects = await findRuleSubjects(deps.reader, account, chats.slice(n, n + chatsAtOnce));
    await Promise.all(
      [...subjects.values()].map((chat) => updateChat(deps, { account, policies, config }, chat)),
    );
  }
}

interface AccountPolicies {
  readonly account: number;
  readonly policies: readonly SlaPolicyRow[];
  readonly config: AccountConfig;
}

/** Sets the due time of a chat if it changed. */
async function updateChat(
  deps: SlaDeps,
  settings: AccountPolicies,
  chat: ConditionSubject,
): Promise<void> {
  const due = await findDue(deps, settings, chat);
  if (isSameSla(chat.sla, due)) return;
  try {
    await deps.write({
      account: settings.account,
      subject: { chat: chat.id },
      handler: setSla(due),
    });
  } catch (error) {
    if (isUnavailable(error)) throw error;
    // Other chats must not wait for a fault in this one.
    deps.onFault(error);
  }
}

async function findDue(
  { reader, clock }: SlaDeps,
  { account, policies, config }: AccountPolicies,
  chat: ConditionSubject,
): Promise<DueSla | undefined> {
  if (!isRunningChatState(chat.state)) return undefined;
  const now = clock.now();
  const facts = policyFactsWith(config.fields ?? []);
  const policy = policies.find(({ values }) =>
    conditionHolds({ condition: values.if, facts, now }, chat),
  );
  if (policy === undefined) return undefined;
  const moments = await listSlaMoments(reader, account, chat.id);
  const { values } = policy;
  return findDueTime(
    { entity: chat, createdAt: Date.parse(chat.created_at), moments },
    {
      policy: { id: policy.id, name: values.name },
      times: Object.fromEntries(
        slaTargets.map((name) => [name, toMilliseconds(values[`${name}_s`])]),
      ) as Readonly<Record<SlaTarget, number | null>>,
      atRiskPercent: values.at_risk_percent,
      hours:
        values.hours === "always"
          ? null
          : effectiveHours(config, chat.department?.id ?? null, chat.channel.id),
    },
    now,
  );
}
const toMilliseconds = (seconds: number | null): number | null =>
  seconds === null ? null : seconds * 1000;
