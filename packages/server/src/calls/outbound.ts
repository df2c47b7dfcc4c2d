import { advanceCall, type CallResult } from "../core/call/advance.ts";
import type { Call, ChatEntity, Presence } from "../core/entity.ts";
import type { AccountConfig, Clock, CommandHandler, WriteCommand } from "../core/command.ts";
import type { RequestReady, DeliveryDriver, AttemptOutcome } from "../delivery/index.ts";
import type { EgressReply } from "../egress/index.ts";
import type { CallEvent } from "./plan.ts";
import { getOperatorsToCall } from "./operators-to-call.ts";
import { callRetryPolicy } from "./policy.ts";

/** An operator, as sent to the telephony server in a call request. */
export interface OperatorLine {
  readonly id: number;
  readonly name: string;
  readonly phone: string;
}
export interface CallOutboundDeps {
  readonly version: string;
  readonly clock: Clock;
  readonly write: WriteCommand;
  readonly config: (account: number) => Promise<AccountConfig>;
  /** Returns the current state of the call, or null if the call does not exist. */
  readonly findCall: (account: number, callId: number) => Promise<Call | null>;
  /** Returns whether a request for the call was sent, or may have been sent, to this endpoint. */
  readonly wasRequestSent: (account: number, endpointId: number, call: Call) => Promise<boolean>;
  /** Returns the chat of the call, or null if the chat was erased. */
  readonly findChat: (account: number, chatId: number) => Promise<ChatEntity | null>;
  readonly presence: (account: number, operatorId: number) => Presence;
  /** Returns the operators in the order of `operatorIds`. */
  readonly getOperatorLines: (
    account: number,
    operatorIds: readonly number[],
  ) => Promise<readonly OperatorLine[]>;
  /** URL for the reports of the telephony server. Null if the account has none. */
  readonly reportUrl: (account: number) => Promise<string | null>;
}

/** Sends start and end of calls (CORE-104). Fails a call whose request was not sent. */
export function createCallOutbound(deps: CallOutboundDeps): DeliveryDriver {
  return {
    policy: callRetryPolicy,
    interpretResponse,
    async buildRequest({ account, endpointId, delivery, source }) {
      const { call } = JSON.parse(source.entry.body) as { readonly call: Call };
      if (delivery.event === ("call_end" satisfies CallEvent)) {
        // The lane sends the end after the request, so the outcome of the request is final here. No
        // check is needed for an incoming call, because the server itself reported it.
        const isKnown =
          call.type === "incoming" || (await deps.wasRequestSent(account, endpointId, call));
        if (!isKnown)
          return {
            never: "withdrawn",
            message: "The call ended before the server was asked to place it.",
          };
        return buildRequest(
          deps.version,
          source.target.endpoint.url,
          toHangUpRequest(call),
          `call_${delivery.id}`,
        );
      }
      const current = await deps.findCall(account, call.id);
      if (current === null || current.status !== "start")
        return { never: "withdrawn", message: "The call has ended or is already in progress." };
      const reportUrl = await deps.reportUrl(account);
      if (reportUrl === null)
        return { never: "endpoint_off", message: "The account no longer has a telephony server." };
      const [config, chat] = await Promise.all([
        deps.config(account),
        deps.findChat(account, call.chat_id),
      ]);
      const operators = getOperatorsToCall(config, call, chat, {
        presence: (id) => deps.presence(account, id),
        now: deps.clock.now(),
      });
      const body = toCallRequest(call, {
        reportUrl,
        lines: await deps.getOperatorLines(account, operators),
      });
      return buildRequest(deps.version, source.target.endpoint.url, body, `call_${delivery.id}`);
    },
    async afterAttempt({ account, delivery, source }, { state }) {
      // Only a failed `call_request` fails its call. A failed `call_end` changes nothing.
      if (
        delivery.event !== ("call_request" satisfies CallEvent) ||
        (state !== "failed" && state !== "dead")
      )
        return null;
      const { call } = JSON.parse(source.entry.body) as { readonly call: Call };
      await deps.write({
        account,
        subject: { chat: call.chat_id },
        handler: failUnsentCall(call.id),
      });
      return null;
    },
  };
}

/**
 * Fails a call whose request was not accepted. Does nothing if the server has already reported the
 * call: it accepted the request, and only its response was lost.
 */
function failUnsentCall(callId: number): CommandHandler<CallResult> {
  return (context) => {
    const call = context.calls.find(({ id }) => id === callId);
    if (call?.status !== "start")
      return { events: [], answer: { ignored: true, call: call ?? null } };
    return advanceCall({ callId, to: "error", reason: "provider_error", isReported: true })(
      context,
    );
  };
}

export interface CallRequest {
  readonly event: "call_request";
  readonly test?: true;
  readonly call_id: string;
  readonly chat_id: string;
  readonly type: Call["type"];
  readonly phone: string;
  readonly operators: readonly {
    readonly id: string;
    readonly name: string;
    readonly phone: string;
  }[];
  readonly report_url: string;
  readonly created_at: string;
}
export function toCallRequest(
  call: Call,
  options: { readonly reportUrl: string; readonly lines: readonly OperatorLine[] },
): CallRequest {
  return {
    event: "call_request",
    call_id: String(call.id),
    chat_id: String(call.chat_id),
    type: call.type,
    phone: call.phone,
    operators: options.lines.map(({ id, name, phone }) => ({ id: String(id), name, phone })),
    report_url: options.reportUrl,
    created_at: call.created_at,
  };
}
/** Notifies the telephony server that a call is over, so that it hangs up. */
export interface HangUpRequest {
  readonly event: "call_end";
  readonly call_id: string;
  readonly chat_id: string;
  readonly status: "end" | "error";
  readonly reason: string | null;
  readonly ended_at: string;
}
function toHangUpRequest(call: Call): HangUpRequest {
  return {
    event: "call_end",
    call_id: String(call.id),
    chat_id: String(call.chat_id),
    status: call.status === "error" ? "error" : "end",
    reason: call.reason,
    ended_at: call.updated_at,
  };
}

export function buildRequest(
  version: string,
  url: string,
  body: CallRequest | HangUpRequest,
  webhookId: string,
): RequestReady {
  const headers = {
    "content-type": "application/json; charset=utf-8",
    accept: "application/json",
    "user-agent": `Parlour/${version}`,
    "parlour-event": body.event,
  };
  // The report URL is a credential, so the delivery log shows only its last characters.
  const secrets =
    body.event === "call_request"
      ? [body.report_url.split("/").at(-1) ?? ""].filter((secret) => secret !== "")
      : [];
  return {
    url,
    headers,
    body: JSON.stringify(body),
    chunked: false,
    webhookId,
    secrets,
    warning: null,
  };
}

/** Takes 2xx as success, 4xx except 408 and 429 as final, and retries all others. */
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
  const error = { code: "http_error", message: `The telephony server answered ${status}.` };
  const isFinal = status >= 400 && status <= 499 && status !== 408 && status !== 429;
  return { outcome: "http_error", means: isFinal ? "final" : "again", error };
}
