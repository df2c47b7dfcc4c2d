import type { ModelFailureReason } from "@parlour/protocol/settings/kinds/account/model";
import { createHash } from "node:crypto";
import type { AgentTurnRecord } from "../core/bot/agent-turn.ts";
import { getActiveBot } from "../core/bot/assignment.ts";
import { handOverFromModel, writeModelNote } from "../core/bot/model-commands.ts";
import { sendBotMessage } from "../core/bot/send-message.ts";
import type { BotConfig, Clock, CommandHandler, WriteCommand } from "../core/command.ts";
import type { Outcome } from "../core/entity.ts";
import { isDefiniteRefusal } from "../core/failure.ts";
import { recordExchange } from "../delivery/attempt/send-request.ts";
import type {
  AttemptOutcome,
  AttemptResult,
  DeliveryDriver,
  DeliveryNote,
  SendResult,
} from "../delivery/index.ts";
import type { Claim } from "../delivery/queue/index.ts";
import type { EgressReply } from "../egress/index.ts";
import { createHandOver, type FailedTurn } from "./answer/decide-turn.ts";
import type { AgentDecision, AgentTurn } from "./ports.ts";
import { agentRetryPolicy, turnLimitMs } from "./retry-policy.ts";

export interface AgentDriverDeps {
  /** Returns the turn of a message, without its signal, or null if the agent was deleted. */
  readonly loadTurn: (
    account: number,
    message: { readonly botId: number; readonly chatId: number; readonly seq: number },
  ) => Promise<UntimedTurn | null>;
  readonly decide: (turn: AgentTurn) => Promise<AgentDecision | FailedTurn>;
  readonly findBot: (account: number, endpointId: number) => Promise<BotConfig | undefined>;
  readonly write: WriteCommand;
  /** Stores the turn once, and stops an agent beyond its limits (AGENT-060). */
  readonly record: (turn: AgentTurnRecord) => Promise<void>;
  readonly clock: Clock;
}

/**
 * Creates the driver of the deliveries to agents (AGENT-003). It is a bot of interface B without
 * HTTP: the queue claims a message, the model is asked, and the answer is written with the
 * delivery as its idempotency key. After a crash the attempt is repeated, and only the first answer
 * counts (AGENT-043).
 */
export function createAgentDriver(deps: AgentDriverDeps): DeliveryDriver {
  const turns = new WeakMap<Claim, PreparedTurn>();
  const results = new WeakMap<Claim, AgentDecision | FailedTurn>();
  return {
    policy: agentRetryPolicy,
    async buildRequest(claim) {
      const { account, delivery, source } = claim;
      const bot = await deps.findBot(account, claim.endpointId);
      const isShadow = delivery.event !== "CLIENT_MESSAGE";
      const isWorking = isShadow ? bot?.model?.state === "shadow" : bot?.enabled === true;
      if (bot === undefined || !isWorking)
        return { never: "endpoint_off", message: "The agent was switched off." };
      const turn =
        delivery.chatId === null
          ? null
          : await deps.loadTurn(account, {
              botId: bot.id,
              chatId: delivery.chatId,
              seq: source.entry.seq ?? 0,
            });
      const chat = turn?.about.chat;
      if (turn === null || chat === undefined || chat.state === "closed") return chatLeft;
      if ((getActiveBot(chat)?.id === bot.id) === isShadow) return chatLeft;
      if (turn.lines.at(-1)?.author !== "visitor")
        return { never: "withdrawn", message: "The visitor has no unanswered message." };
      turns.set(claim, { ...turn, bot });
      return {
        url: agentAddress,
        headers: {},
        body: JSON.stringify({ event: delivery.event, chat_id: String(chat.id) }),
        chunked: false,
        webhookId: String(delivery.id),
        warning: null,
        send: (timeoutMs) => takeTurn(deps, claim, { turn, timeoutMs, results }),
      };
    },
    interpretResponse: (_, claim) => interpret(results.get(claim)),
    async afterAttempt(claim, ended) {
      const turn = turns.get(claim);
      const result = results.get(claim);
      return { note: await applyResult(deps, claim, ended, { turn, result }) };
    },
  };
}

const agentAddress = "agent:";
const chatLeft = {
  never: "handed_over",
  message: "The chat was handed over before this was answered.",
} as const;

/** A turn in a chat before its attempt has begun. */
type UntimedTurn = Omit<AgentTurn, "signal" | "now" | "about"> & {
  readonly about: NonNullable<AgentTurn["about"]>;
};
type PreparedTurn = UntimedTurn & { readonly bot: BotConfig };

/** Decides the turn within the time that is left since the first attempt. Never rejects. */
async function takeTurn(
  { decide, clock }: AgentDriverDeps,
  claim: Claim,
  {
    turn,
    timeoutMs,
    results,
  }: {
    readonly turn: UntimedTurn;
    readonly timeoutMs: number;
    readonly results: WeakMap<Claim, AgentDecision | FailedTurn>;
  },
): Promise<SendResult> {
  const startedAt = clock.now();
  const anchorAt = agentRetryPolicy.schedule.anchorFor(claim.delivery, startedAt);
  const endAt = Math.min(startedAt + timeoutMs, anchorAt + turnLimitMs);
  const controller = new AbortController();
  const expired = new Promise<FailedTurn>((resolve) => {
    controller.signal.addEventListener("abort", () => resolve(timedOut));
  });
  const cancel = clock.scheduleAt(endAt, () => controller.abort());
  const result = await Promise.race([
    decide({ ...turn, now: startedAt, signal: controller.signal }).catch(toFailure),
    expired,
  ]);
  cancel();
  results.set(claim, result);
  const durationMs = clock.now() - startedAt;
  const reply: EgressReply =
    "failed" in result
      ? {
          kind: "failed",
          status: null,
          outcome: outcomes[result.failed].outcome,
          message: result.message,
          durationMs,
        }
      : {
          kind: "answered",
          status: 200,
          headers: {},
          body: Buffer.from(JSON.stringify(result)),
          durationMs,
        };
  return recordExchange({ url: agentAddress, headers: {}, body: describeTurn(turn) }, reply);
}
const timedOut: FailedTurn = {
  failed: "timeout",
  message: `The model did not answer within ${turnLimitMs / 1_000} s.`,
};
const toFailure = (error: unknown): FailedTurn => ({
  failed: "unreachable",
  message: error instanceof Error ? error.message : String(error),
});
/** The delivery log has what was asked. The request to the model is an entry of its own. */
const describeTurn = ({ about, lines }: UntimedTurn): string =>
  JSON.stringify({ chat_id: String(about.chat.id), message: lines.at(-1)?.text ?? "" });

/** What a failure of the model means for the attempts. Those that may pass are repeated. */
const outcomes: Readonly<
  Record<ModelFailureReason, { readonly outcome: Outcome; readonly means: AttemptOutcome["means"] }>
> = {
  cancelled: { outcome: "timeout", means: "final" },
  cut: { outcome: "bad_reply", means: "again" },
  empty: { outcome: "bad_reply", means: "again" },
  not_set_up: { outcome: "endpoint_off", means: "final" },
  over_budget: { outcome: "refused", means: "final" },
  rate_limited: { outcome: "http_error", means: "again" },
  refused: { outcome: "refused", means: "final" },
  timeout: { outcome: "timeout", means: "final" },
  too_long: { outcome: "reply_too_large", means: "final" },
  unreachable: { outcome: "connect_failed", means: "again" },
  wrong_form: { outcome: "bad_reply", means: "again" },
};
function interpret(result: AgentDecision | FailedTurn | undefined): AttemptOutcome {
  if (result === undefined || !("failed" in result))
    return { outcome: "delivered", means: "delivered", error: null };
  const error = { code: result.failed, message: result.message };
  return { ...outcomes[result.failed], error, shownNow: error, shownAtEnd: error };
}

/** Writes what follows from an attempt. May run twice for one delivery: the key is the same. */
async function applyResult(
  deps: AgentDriverDeps,
  claim: Claim,
  { state }: AttemptResult,
  {
    turn,
    result,
  }: {
    readonly turn: PreparedTurn | undefined;
    readonly result: AgentDecision | FailedTurn | undefined;
  },
): Promise<DeliveryNote | null> {
  const { account, delivery } = claim;
  const { chatId } = delivery;
  const bot = turn?.bot ?? (await deps.findBot(account, claim.endpointId));
  const isShadow = delivery.event !== "CLIENT_MESSAGE";
  const isOver = state === "failed" || state === "dead";
  if (bot === undefined || chatId === null || (state !== "delivered" && !isOver)) return null;
  const decision =
    result !== undefined && !("failed" in result)
      ? result
      : createHandOver({ lines: turn?.lines ?? [] }, null, {
          reason: result?.failed ?? "interrupted",
          question: turn?.lines.at(-1)?.text ?? "",
        });
  await write(deps, claim, chatId, createCommand(bot.id, decision, isShadow));
  await deps.record({
    account,
    deliveryId: delivery.id,
    botId: bot.id,
    chatId,
    isShadow,
    action: decision.action,
    reason: decision.action === "hand_over" ? decision.reason : null,
    at: deps.clock.now(),
  });
  return decision.action === "hand_over" && !isOver
    ? { code: "agent_handed_over", message: decision.note }
    : null;
}

function createCommand(
  botId: number,
  decision: AgentDecision,
  isShadow: boolean,
): CommandHandler<unknown> {
  const isHandOver = decision.action === "hand_over";
  if (isShadow)
    return writeModelNote({
      botId,
      isReply: !isHandOver,
      text: isHandOver
        ? `The agent would hand over.\n${decision.note}`
        : `The agent would reply:\n${toPlainText(decision.text)}`,
    });
  if (isHandOver) return handOverFromModel({ botId, ...decision });
  return sendBotMessage({ botId, message: { kind: "markdown", content: decision.text } });
}

/** Notes and replies of operators are plain text, so links become their title and address. */
const toPlainText = (markdown: string): string =>
  markdown.replaceAll(
    /\[((?:[^\]\\]|\\.)+)\]\((\S+?)\)/g,
    (_, title: string, url: string) => `${title.replaceAll(/\\(.)/g, "$1")}: ${url}`,
  );

/**
 * Writes the command once for a delivery. A definite refusal, such as a chat that people took, is
 * no failure of the agent. Other errors reject, so that the attempt runs again.
 */
async function write(
  deps: AgentDriverDeps,
  { account, delivery, source }: Claim,
  chat: number,
  handler: CommandHandler<unknown>,
): Promise<void> {
  const idempotency = {
    scope: "agent",
    key: String(delivery.id),
    hash: createHash("sha256").update("agent").digest(),
  };
  try {
    // A person who answered meanwhile, or has the chat, crosses the reply (API-522).
    const after = { seq: source.entry.seq ?? 0 };
    await deps.write({ account, subject: { chat, after }, handler, idempotency });
  } catch (error) {
    if (!isDefiniteRefusal(error)) throw error;
  }
}
