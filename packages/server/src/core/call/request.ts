import type { Call } from "../entity.ts";
import { findBlockForVisitor } from "../blacklist/match.ts";
import type { ChatData } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import type { CommandContext, CommandHandler } from "../command.ts";
import { findConsentFailure, withConsent } from "../visitor/consent.ts";
import { getCallAvailability, type CallRequester, type CallAvailability } from "./availability.ts";
import { isCallFinished } from "./transitions.ts";
import { startCall } from "./start.ts";

export interface RequestCall extends Pick<CallRequester, "channelId" | "online" | "isLimited"> {
  /** The visitor's key on the channel. */
  readonly customer: string;
  /** Phone number as returned by `parsePhoneNumber`. */
  readonly phone: string;
  readonly page: ChatData["page"];
  readonly session: ChatData["session"];
  /** Token of the visitor, needed for the block list (CORE-070). */
  readonly userToken?: string | undefined;
  /** Text of the consent that the visitor gave. */
  readonly consent?: string | undefined;
  /** True for a form of the chat window, which asks for consent (WG-098). False for a script. */
  readonly isFromForm?: boolean;
}

/**
 * Requests a call for a visitor (WG-061). Subject: `{customer}`. Failures: `not_available`, whose
 * `field` is the `detail` of WG-062 or `disabled`; `invalid_request` with the field `consent`
 * (WG-098); those of `startCall`. For a blocked visitor the failure says that no operator is
 * available, so that the block is not visible (CORE-071). Result: the call.
 */
export function requestCall(input: RequestCall): CommandHandler<Call> {
  return (context) => {
    const { channelId, online, isLimited, customer, phone, page, session, userToken } = input;
    const isBusy = context.calls.some((call) => !isCallFinished(call));
    const state = getCallAvailability(context.config, {
      channelId,
      online,
      isBusy,
      isLimited,
      now: context.now,
    });
    const claimed = {
      phone,
      session: session ?? undefined,
      userToken,
    };
    const isBlocked =
      state === "ok" &&
      findBlockForVisitor(context, { channelId, key: customer }, claimed) !== null;
    if (state !== "ok" || isBlocked)
      return fail("not_available", unavailableTexts[isBlocked ? "operators" : state], {
        field: isBlocked ? "operators" : state,
      });
    const consentFailure =
      input.isFromForm === true ? findCallConsentFailure(context, input) : null;
    if (consentFailure !== null) return consentFailure;
    const started = startCall({ type: "callback", phone, page, session })(context);
    if (isFailure(started) || context.visitor === null) return started;
    const visitor = context.visitor.entity;
    return { ...started, events: withConsent(context, { ...started, visitor }, input.consent) };
  };
}

function findCallConsentFailure(
  { config }: CommandContext,
  { channelId, consent }: RequestCall,
): Failure | null {
  const channel = config.channels.get(channelId);
  return channel === undefined ? null : findConsentFailure(channel, consent);
}

const unavailableTexts: Readonly<Record<CallAvailability, string>> = {
  ok: "",
  disabled: "Call-backs are not available here.",
  hours: "Call-backs are not available at this time.",
  operators: "Nobody is available to call now.",
  busy: "A call is on its way already.",
  balance: "No call minutes remaining.",
  limit: "Too many call-backs were requested.",
};
