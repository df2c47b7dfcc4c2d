import { blocks } from "../blacklist/match.ts";
import type { ChatDraft } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import type { Scene, Verb } from "../ports.ts";
import { consented, missesConsent } from "../visitor/consent.ts";
import { callState, type Asker, type CallState } from "./available.ts";
import { isOver } from "./moves.ts";
import { startCall } from "./start.ts";

export interface AskCall extends Pick<Asker, "channelId" | "online" | "isLimited"> {
  /** The visitor's key on the channel. */
  readonly customer: string;
  /** As `parsePhoneNumber` returns it. */
  readonly phone: string;
  readonly page: ChatDraft["page"];
  readonly session: ChatDraft["session"];
  /** For the block list (CORE-070). */
  readonly userToken?: string;
  /** Text of the consent that the visitor gave. */
  readonly consent?: string;
  /**
   * True for the form of the chat window, which asks for consent (WG-098). Otherwise a script of
   * the page requests the call.
   */
  readonly byForm?: boolean;
}

/**
 * Requests a call for a visitor (WG-061). Subject: `{customer}`. Failures: `not_available` with
 * `field`, the `detail` of WG-062 or `disabled`; `invalid_request` with the field `consent`
 * (WG-098); those of `startCall`. For a blocked visitor no operator is available, so that the block
 * is not visible (CORE-071). Answers the call.
 */
export function askCall(input: AskCall): Verb {
  return (scene) => {
    const { channelId, online, isLimited, customer, phone, page, session, userToken } = input;
    const isBusy = scene.calls.some((call) => !isOver(call));
    const state = callState(scene.config, { channelId, online, isBusy, isLimited, now: scene.now });
    const claimed = { phone, ...(session === null ? {} : { session }), ...(userToken === undefined ? {} : { userToken }) };
    const isBlocked = state === "ok" && blocks(scene, { channelId, key: customer }, claimed) !== null;
    if (state !== "ok" || isBlocked)
      return fail("not_available", words[isBlocked ? "operators" : state], { field: isBlocked ? "operators" : state });
    const unagreed = input.byForm === true ? missesConsentOn(scene, input) : null;
    if (unagreed !== null) return unagreed;
    const started = startCall({ type: "callback", phone, page, session })(scene);
    if (isFailure(started) || scene.visitor === null || input.consent === undefined) return started;
    return { ...started, events: [consented(scene, scene.visitor.entity, input.consent), ...started.events] };
  };
}

function missesConsentOn({ config }: Scene, { channelId, consent }: AskCall): Failure | null {
  const channel = config.channels.get(channelId);
  return channel === undefined ? null : missesConsent(channel, consent);
}

const words: Readonly<Record<CallState, string>> = {
  ok: "",
  disabled: "Calls are not offered here.",
  hours: "Nobody calls at this time.",
  operators: "Nobody can call now.",
  busy: "A call is on its way already.",
  balance: "Calls are used up.",
  limit: "Too many calls were asked for.",
};
