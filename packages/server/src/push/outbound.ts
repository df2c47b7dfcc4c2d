import { isWaitingCall } from "../core/call/postpone.ts";
import type { Call } from "../core/entity.ts";
import type { Clock } from "../core/command.ts";
import type { RequestImpossible, DeliveryDriver, AttemptOutcome } from "../delivery/index.ts";
import type { EgressReply } from "../egress/index.ts";
import type { Claim } from "../delivery/queue/index.ts";
import type { PushKeys } from "./keys.ts";
import { pushTtlMs, pushRetryPolicy } from "./policy.ts";
import { isQuietTime } from "./quiet-hours.ts";
import { buildPushRequest } from "./request.ts";
import { type PushData, type PushDataWithChat, toChatPayload, toCallPayload } from "./payload.ts";

export interface PushOutboundDeps {
  readonly clock: Clock;
  readonly keys: PushKeys;
  /** Returns the contact for push services (RFC 8292): a URL with `https:` or `mailto:`. */
  readonly subject: () => string;
  readonly unseal: (sealed: Buffer) => string;
  /** Returns the device and the chat, or null if the device no longer exists. */
  readonly loadPushData: (
    account: number,
    endpointId: number,
    chatId: number,
  ) => Promise<PushData | null>;
  /** Returns the current state of the call, or null if the call does not exist. */
  readonly findCall: (account: number, id: number) => Promise<Call | null>;
  /** Removes a device whose subscription has ended. A repeat is harmless. */
  readonly removeDevice: (account: number, endpointId: number) => Promise<void>;
}

/**
 * Sends push messages to devices of operators. Checks again at the time of sending whether the
 * message is still needed, because operators soon ignore unnecessary notifications.
 */
export function createPushOutbound(deps: PushOutboundDeps): DeliveryDriver {
  return {
    policy: pushRetryPolicy,
    async buildRequest(claim) {
      const { account, endpointId, delivery, source } = claim;
      const pushData =
        delivery.chatId === null
          ? null
          : await deps.loadPushData(account, endpointId, delivery.chatId);
      const call = getCall(claim);
      const reason =
        checkWithdrawal(pushData, claim, deps.clock.now()) ?? (await checkCall(deps, claim, call));
      if (reason !== null) {
        // Cached settings may still contain a device that was signed out, so it is removed again.
        if (reason.never === "endpoint_off") await deps.removeDevice(account, endpointId);
        return reason;
      }
      const subscription = JSON.parse(deps.unseal(source.target.endpoint.secret)) as {
        p256dh: string;
        auth: string;
      };
      const payload =
        call === null
          ? toChatPayload(pushData as PushDataWithChat, claim)
          : toCallPayload(pushData as PushDataWithChat, claim, call);
      return buildPushRequest(
        {
          id: `push_${delivery.id}`,
          subscription: { url: source.target.endpoint.url, ...subscription },
          payload,
        },
        { keys: deps.keys, subject: deps.subject() },
      );
    },
    interpretResponse,
    async afterAttempt(claim, { reply }) {
      if (reply?.kind === "answered" && isSubscriptionExpired(reply.status))
        await deps.removeDevice(claim.account, claim.endpointId);
      return null;
    },
  };
}
/** Returns the call of a push message, or null if the message is about a chat. */
function getCall({ delivery, source }: Claim): Call | null {
  if (delivery.event !== "call_waiting" && delivery.event !== "call_taken") return null;
  return (JSON.parse(source.entry.body) as { readonly call: Call }).call;
}
async function checkCall(
  deps: PushOutboundDeps,
  { account, delivery }: Claim,
  call: Call | null,
): Promise<RequestImpossible | null> {
  if (call === null || delivery.event !== "call_waiting") return null;
  const current = await deps.findCall(account, call.id);
  return current === null || !isWaitingCall(current)
    ? { never: "withdrawn", message: "The call is no longer waiting." }
    : null;
}

function checkWithdrawal(
  pushData: PushData | null,
  { delivery }: Claim,
  now: number,
): RequestImpossible | null {
  if (pushData === null || !pushData.isSignedIn)
    return { never: "endpoint_off", message: "The device was signed out." };
  if (now - delivery.createdAt >= pushTtlMs)
    return { never: "withdrawn", message: "It came too late to be useful." };
  if (delivery.event === "chat_taken" || delivery.event === "call_taken") return null;
  if (pushData.chat === null || (delivery.event === "chat_waiting" && !pushData.chat.isWaiting))
    return { never: "withdrawn", message: "The chat is no longer waiting." };
  if (delivery.event === "operator_assigned" && !pushData.chat.isAssigned)
    return {
      never: "withdrawn",
      message: "The operator has opened the chat, or no longer has it.",
    };
  // A chat is assigned for the time when the operator works again, and a notice names its readers,
  // so offline is no reason.
  const isForOffline = delivery.event === "operator_assigned" || delivery.event === "chat_notice";
  if (pushData.isOffline && !isForOffline)
    return { never: "withdrawn", message: "The operator is offline." };
  if (pushData.quiet !== null && isQuietTime(pushData.quiet, now))
    return { never: "withdrawn", message: "The operator has quiet hours." };
  return null;
}

const isSubscriptionExpired = (status: number): boolean => status === 404 || status === 410;

/** Interprets a response (RFC 8030): 404 and 410 end the subscription, 429 and 5xx retry. */
export function interpretResponse(reply: EgressReply): AttemptOutcome {
  if (reply.kind === "failed") {
    const { outcome, message } = reply;
    return {
      outcome,
      means: outcome === "private_address" ? "final" : "again",
      error: { code: outcome, message },
    };
  }
  const { status } = reply;
  if (status >= 200 && status <= 299)
    return { outcome: "delivered", means: "delivered", error: null };
  const error = { code: "http_error", message: `The push service answered ${status}.` };
  return {
    outcome: "http_error",
    means: status === 429 || status >= 500 ? "again" : "final",
    error,
  };
}
