import { conditionHolds } from "@parlour/protocol/conditions/condition";
import type { ConditionSubject } from "@parlour/protocol/conditions/facts";
import { slaTargets, type SlaTarget } from "@parlour/protocol/chat-sla";
import { findDueTime, listSlaSpans, type SlaPromise } from "../core/chat/sla/due-time.ts";
import { isSameSla, setSla } from "../core/chat/sla/set-sla.ts";
import { updateSlaFacts } from "../core/chat/sla/sla-facts.ts";
import { isImportedEntry } from "../core/move-in/imported-entry.ts";
import type { AccountConfig, WriteCommand } from "../core/command.ts";
import { isUnavailable } from "../core/failure.ts";
import { getPolicyFacts } from "../core/field/account-facts.ts";
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
import { changeSlaFacts, listSlaFacts } from "../store/sla/sla-fact.ts";
import { listRunningChats, listSlaMoments } from "../store/sla/sla-moments.ts";

export { startPromiseFacts } from "./promise-facts.ts";

export interface SlaDeps extends ConsumerDeps {
  readonly reader: Reader;
  readonly write: WriteCommand;
  readonly config: (account: number) => Promise<AccountConfig>;
}

/** Bounds how long other accounts wait for a busy one. */
const maxEntriesPerRound = 200;
const chatsAtOnce = 20;

/**
 * Starts the consumer that sets the due times of chats (SLA-010) and stores the facts of their
 * report (SLA-030). It compares the stored chat with the policies, so entries may come late or
 * twice. The timers of chats change the states.
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
  !isImportedEntry(entry) &&
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
  const since = Math.min(...entries.map(({ at }) => at));
  for (let n = 0; n < chats.length; n += chatsAtOnce) {
    const subjects = await findRuleSubjects(deps.reader, account, chats.slice(n, n + chatsAtOnce));
    await Promise.all(
      [...subjects.values()].map((chat) =>
        updateChat(deps, { account, policies, config, since }, chat),
      ),
    );
  }
}

interface AccountPolicies {
  readonly account: number;
  readonly policies: readonly SlaPolicyRow[];
  readonly config: AccountConfig;
  /** When the first of the entries happened, in ms since 1970. */
  readonly since: number;
}

/** Sets the due time of a chat if it changed, and stores its facts. */
async function updateChat(
  { reader, clock, pool, write, onFault }: SlaDeps,
  settings: AccountPolicies,
  chat: ConditionSubject,
): Promise<void> {
  const { account, since } = settings;
  const now = clock.now();
  const promise = findPromise(settings, chat, now);
  const [moments, facts] = await Promise.all([
    listSlaMoments(reader, account, chat.id),
    listSlaFacts(reader, account, chat.id),
  ]);
  const source = { entity: chat, createdAt: Date.parse(chat.created_at), moments };
  const spans = listSlaSpans(source, promise, now);
  const due = findDueTime(spans, promise?.policy);
  try {
    await changeSlaFacts(pool, account, chat.id, updateSlaFacts(facts, spans, { now, since }));
    if (isSameSla(chat.sla, due)) return;
    const handler = setSla(due, promise?.isToVisitor);
    await write({ account, subject: { chat: chat.id }, handler });
  } catch (error) {
    if (isUnavailable(error)) throw error;
    // Other chats must not wait for a fault in this one.
    onFault(error);
  }
}

/** Returns what the policies promise in a chat, or undefined if none applies. */
function findPromise(
  { policies, config }: AccountPolicies,
  chat: ConditionSubject,
  now: number,
): SlaPromise | undefined {
  const facts = getPolicyFacts(config);
  const policy = policies.find(({ values }) =>
    conditionHolds({ condition: values.if, facts, now }, chat),
  );
  if (policy === undefined) return undefined;
  const { values } = policy;
  return {
    policy: { id: policy.id, name: values.name },
    times: Object.fromEntries(
      slaTargets.map((name) => [name, toMilliseconds(values[`${name}_s`])]),
    ) as Readonly<Record<SlaTarget, number | null>>,
    atRiskPercent: values.at_risk_percent,
    isToVisitor: values.promise,
    hours:
      values.hours === "always"
        ? null
        : effectiveHours(config, chat.department?.id ?? null, chat.channel.id),
  };
}
const toMilliseconds = (seconds: number | null): number | null =>
  seconds === null ? null : seconds * 1000;
