import type { WidgetModelFrame } from "@parlour/protocol/widget";
import { isEndedChatExpired, reduceServerFrame } from "../state/reducer.ts";
import { startOutageTimer } from "../state/outage-timer.ts";
import type { Services } from "./services.ts";

export interface ServerFrameDeps extends Services {
  /** Called when the server issues another token. The page must store it. */
  readonly saveToken: (token: string) => void;
}
export interface ServerFrameHandler {
  readonly handleFrame: (frame: WidgetModelFrame) => void;
  /**
   * The connection is lost. `isRefused`: permanently. Null: another one has replaced it, and the
   * screen does not change.
   */
  readonly onDisconnect: (isRefused: boolean | null) => void;
}

/**
 * Creates the handler for server frames. It updates the state, notifies the services, and then
 * sends what waits.
 */
export function createServerFrameHandler(services: ServerFrameDeps): ServerFrameHandler {
  const {
    model,
    set,
    post,
    outbox,
    watchdog,
    history,
    requests,
    pageData,
    readReceipts,
    pageEvents,
  } = services;
  return {
    handleFrame(frame) {
      const before = model();
      if (frame.type === "welcome" && frame.token !== null) services.saveToken(frame.token);
      if (frame.type === "done" || frame.type === "failed" || frame.type === "older") {
        outbox.onResponse(frame.ref);
        watchdog.onResponse(outbox.isSending() || requests.hasPending(frame.ref));
        if (!history.takeResponse(frame.ref) && frame.type === "older") return;
      }
      set(pageData.applyClaims(reduceServerFrame(before, frame)));
      if (frame.type === "welcome") onWelcome(services, frame.token !== null);
      if (frame.type === "typing") services.onOperatorTyping();
      if (frame.type === "invitation" || frame.type === "welcome") onInvitation(services, frame);
      // Keep the chat window open while the visitor has a draft.
      if (frame.type === "withdrawn" && model().draft === "") post({ type: "withdrawn" });
      pageEvents.onStateChange(before, model(), frame);
      if (frame.type === "done") requests.resolve(frame.ref);
      if (frame.type === "failed" && !requests.handleFailure(frame)) outbox.onRejected(frame);
      outbox.sendNext();
      readReceipts.update();
    },
    onDisconnect(isRefused) {
      outbox.onDisconnect();
      watchdog.stop();
      history.cancel();
      services.startup.onDisconnect();
      if (isRefused === null) return;
      const { number, lostAt } = model();
      const connection = isRefused ? "refused" : number === null ? "connecting" : "offline";
      set({ ...model(), connection, lostAt: lostAt ?? services.clock.now(), typing: null });
      if (isRefused) post({ type: "gone" });
      else if (lostAt === null) startOutageTimer(services);
    },
  };
}

/**
 * The page records the invitations that it showed, because one of an operator may be older than
 * this chat window.
 */
function onInvitation(
  { post, invitations }: Services,
  frame: Extract<WidgetModelFrame, { type: "invitation" | "welcome" }>,
): void {
  if (frame.invitation?.agent) post({ type: "invited", at: frame.invitation.at });
  if (frame.type === "invitation") invitations.reportProgress(false);
}

/**
 * After a welcome: sends again the data that the server gets only from this chat window.
 * `isNew`: the visitor changed.
 */
function onWelcome(
  { model, set, clock, pageData, invitations, requests, watchdog, readReceipts }: Services,
  isNew: boolean,
): void {
  pageData.resend();
  invitations.resend();
  requests.resendPending();
  if (requests.hasPending("")) watchdog.start();
  readReceipts.onWelcome(isNew);
  if (isEndedChatExpired(model(), clock.now())) set({ ...model(), isFresh: true });
}
