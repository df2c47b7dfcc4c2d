import type { ModelFailureReason } from "@parlour/protocol/settings/kinds/account/model";
import { createHash } from "node:crypto";
import type { AgentTurnRecord } from "../core/bot/agent-turn.ts";
import { getActiveBot } from "../core/bot/assignment.ts";
import { handOverFromModel, writeModelNote } from "../core/bot/model-commands.ts";
import { sendBotMessage } from "../core/bot/send-message.ts";
import type { BotConfig, Clock, CommandHandler, WriteCommand } from "../core/command.ts";
import type { Outcome } from "../core/entity.ts";
import { fail, isDefiniteRefusal, isFailure, Refusal } from "../core/failure.ts";
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
import { turnPauseMs } from "../core/bot/agent-turn.ts";

export interface AgentDriverDeps {
  /** Returns the turn of a chat, without its signal, or null if the agent was deleted. */
  readonly loadTurn: (
    account: number,
    about: { readonly botId: number; readonly chatId: number },
  ) => Promise<UntimedTurn | null>;
  /** Calls `onMessage` at each message of the visitor in the chat, until the result is called. */
  readonly watchVisitor: (account: number, chatId: number, onMessage: () => void) => () => void;
  /** Returns the language of the visitor, for what is written without the model. */
  readonly findLanguage: (turn: UntimedTurn) => Promise<string | null>;
  readonly decide: (turn: AgentTurn) => Promise<AgentDecision | FailedTurn>;
  readonly findBot: (account: number, endpointId: number) => Promise<BotConfig | undefined>;
  readonly write: WriteCommand;
  /** Stores the turn once, and stops an agent beyond its limits (AGENT-060). */
  readonly record: (turn: AgentTurnRecord) => Promise<void>;
  readonly clock: Clock;
}

/**
 * Creates the driver of the deliveries to agents (AGENT-003). It is a bot of interface B without
 * HTTP: the queue claims a message, the model is asked, and the answer is written with the delivery
 * as its idempotency key. After a crash the attempt is repeated, and only the first answer counts
 * (AGENT-043). A turn answers all messages since the last answer, and begins when the visitor has
 * paused. A newer message ends it, and has a delivery of its own (AGENT-114).
 */
export function createAgentDriver(deps: AgentDriverDeps): DeliveryDriver {
  const turns = new WeakMap<Claim, PreparedTurn>();
  const results = new WeakMap<Claim, TurnResult>();
  return {
    policy: agentRetryPolicy,
    async buildRequest(claim) {
      const { account, delivery } = claim;
      const bot = await deps.findBot(account, claim.endpointId);
      const isShadow = delivery.event !== "CLIENT_MESSAGE";
      const isWorking = isShadow ? bot?.model?.state === "shadow" : bot?.enabled === true;
      if (bot === undefined || !isWorking)
        return { never: "endpoint_off", message: "The agent was switched off." };
      const turn =
        delivery.chatId === null
          ? null
          : await deps.loadTurn(account, { botId: bot.id, chatId: delivery.chatId });
      const chat = turn?.about.chat;
      if (turn === null || chat === undefined || chat.state === "closed") return chatLeft;
      if ((getActiveBot(chat)?.id === bot.id) === isShadow) return chatLeft;
      if (turn.lines.at(-1)?.author !== "visitor")
        return { never: "withdrawn", message: "The visitor has no unanswered message." };
      const pausedAt = turn.lastAt + turnPauseMs;
      if (delivery.attempts === 0 && pausedAt > deps.clock.now()) return { later: pausedAt };
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
export type UntimedTurn = Omit<AgentTurn, "signal" | "now" | "about"> & {
  readonly about: NonNullable<AgentTurn["about"]>;
  /** Number of the last message of the chat, of any kind. */
  readonly seq: number;
  /** When the last message of a person or the agent was written, in ms since 1970. */
  readonly lastAt: number;
};
/** The visitor has written again, so the next turn answers this message too. */
const newerMessage = { newerMessage: true } as const;
type TurnResult = AgentDecision | FailedTurn | typeof newerMessage;
type PreparedTurn = UntimedTurn & { readonly bot: BotConfig };

/** Decides the turn within the time that is left since the first attempt. Never rejects. */
async function takeTurn(
  { decide, clock, watchVisitor }: AgentDriverDeps,
  claim: Claim,
  {
    turn,
    timeoutMs,
    results,
  }: {
    readonly turn: UntimedTurn;
    readonly timeoutMs: number;
    readonly results: WeakMap<Claim, TurnResult>;
  },
): Promise<SendResult> {
  const startedAt = clock.now();
  const anchorAt = agentRetryPolicy.schedule.anchorFor(claim.delivery, startedAt);
  const endAt = Math.min(startedAt + timeoutMs, anchorAt + turnLimitMs);
  const controller = new AbortController();
  const { signal } = controller;
  const ended = new Promise<TurnResult>((resolve) => {
    signal.addEventListener("abort", () => resolve(signal.reason as TurnResult));
  });
  const cancel = clock.scheduleAt(endAt, () => controller.abort(timedOut));
  const unwatch = watchVisitor(claim.account, turn.about.chat.id, () =>
    controller.abort(newerMessage),
  );
  const result = await Promise.race([
    decide({ ...turn, now: startedAt, signal }).catch(toFailure),
    ended,
  ]);
  unwatch();
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
function interpret(result: TurnResult | undefined): AttemptOutcome {
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
    readonly result: TurnResult | undefined;
  },
): Promise<DeliveryNote | null> {
  const { account, delivery } = claim;
  const { chatId } = delivery;
  const bot = turn?.bot ?? (await deps.findBot(account, claim.endpointId));
  const isShadow = delivery.event !== "CLIENT_MESSAGE";
  const isOver = state === "failed" || state === "dead";
  if (bot === undefined || chatId === null || (state !== "delivered" && !isOver)) return null;
  if (result !== undefined && "newerMessage" in result) return newerNote;
  const decision = await toDecision(deps, turn, result);
  const command = createCommand(bot.id, decision, isShadow);
  if (command !== null && !(await writeOnce(deps, claim, command, { chatId, botId: bot.id, turn })))
    return newerNote;
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
/** A turn that failed, or that a node did not end, is handed over. */
async function toDecision(
  { findLanguage }: AgentDriverDeps,
  turn: PreparedTurn | undefined,
  result: AgentDecision | FailedTurn | undefined,
): Promise<AgentDecision> {
  if (result !== undefined && !("failed" in result)) return result;
  const language = turn === undefined ? null : await findLanguage(turn);
  const lines = turn?.lines ?? [];
  const reason = result?.failed ?? "interrupted";
  return createHandOver({ lines }, language, { reason, question: lines.at(-1)?.text ?? "" });
}

const newerNote: DeliveryNote = {
  code: "newer_message",
  message: "The visitor has written again. The next turn answers both messages.",
};

/** Returns the command that a decision needs. null: nothing is written. */
function createCommand(
  botId: number,
  decision: AgentDecision,
  isShadow: boolean,
): CommandHandler<unknown> | null {
  if (decision.action === "nothing") return null;
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

/** Times that a command is decided again, because an operator wrote a note meanwhile. */
const maxCrossings = 5;

/**
 * Writes the command once for a delivery, unless the visitor has written again: then returns false.
 * A definite refusal, such as a chat that people took, is no failure of the agent. Other errors
 * reject, so that the attempt runs again.
 */
async function writeOnce(
  deps: AgentDriverDeps,
  { account, delivery, source }: Claim,
  handler: CommandHandler<unknown>,
  {
    chatId,
    botId,
    turn,
  }: { readonly chatId: number; readonly botId: number; readonly turn: PreparedTurn | undefined },
): Promise<boolean> {
  const idempotency = {
    scope: "agent",
    key: String(delivery.id),
    hash: createHash("sha256").update("agent").digest(),
  };
  // A person who answered since the message, or has the chat, crosses the reply (API-522).
  const subject = { chat: chatId, after: { seq: source.entry.seq ?? 0 } };
  let seq = turn?.seq ?? null;
  for (let crossings = 0; ; crossings += 1) {
    const decided =
      seq === null || crossings === maxCrossings ? handler : unlessNewer(handler, seq);
    try {
      await deps.write({ account, subject, handler: decided, idempotency });
      return true;
    } catch (error) {
      if (!isDefiniteRefusal(error)) throw error;
      if (!isNewerMessage(error)) return true;
    }
    const now = await deps.loadTurn(account, { botId, chatId });
    const isAnswered = now === null || turn === undefined || now.lastAt <= turn.lastAt;
    if (!isAnswered && now.lines.at(-1)?.author === "visitor") return false;
    seq = now?.seq ?? null;
  }
}

/** Returns whether {@link unlessNewer} refused. With a reason, a person has crossed the reply. */
const isNewerMessage = (error: unknown): boolean =>
  error instanceof Refusal &&
  error.failure.failure === "crossed" &&
  error.failure.reason === undefined;

/** Decides the command if the chat has no message after `seq`, else fails with `crossed`. */
const unlessNewer =
  (handler: CommandHandler<unknown>, seq: number): CommandHandler<unknown> =>
  (context) => {
    if (context.lastSeq > seq) return fail("crossed", "The chat has newer messages.");
    const decision = handler(context);
    return isFailure(decision) ? decision : { ...decision, decidedAtSeq: context.lastSeq };
  };
