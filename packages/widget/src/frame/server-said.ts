import type { WidgetModelFrame } from "@parlour/protocol/widget";
import { endedLongAgo, received } from "./model.ts";
import { timeOutage } from "./outage.ts";
import type { Parts } from "./parts.ts";

export interface ServerSaidDeps extends Parts {
  /** The server issued another token, which the page must store. */
  readonly keepToken: (token: string) => void;
}
export interface ServerSaid {
  readonly carryOut: (frame: WidgetModelFrame) => void;
  /** The connection is lost. `isUnsubscribed`: permanently. */
  readonly lost: (isRefused: boolean) => void;
}

/**
 * Handles frames of the server: updates the state, notifies the services, then sends what waits.
 */
export function hearServer(parts: ServerSaidDeps): ServerSaid {
  const { model, set, post, sending, answers, older, requests, said, inviting, reading, telling } = parts;
  return {
    carryOut(frame) {
      const before = model();
      if (frame.type === "welcome" && frame.token !== null) parts.keepToken(frame.token);
      if (frame.type === "done" || frame.type === "failed" || frame.type === "older") {
        sending.answered(frame.ref);
        answers.came(sending.isUnderWay() || requests.isWaiting(frame.ref));
        if (!older.answered(frame.ref) && frame.type === "older") return;
      }
      set(said.over(received(before, frame)));
      if (frame.type === "welcome") welcomed(parts, frame.token !== null);
      if (frame.type === "typing") parts.operatorTyped();
      if (frame.type === "invitation" || frame.type === "welcome") {
        // An operator's invitation may be older than this chat window. The page records the shown
        // ones.
        if (frame.invitation?.agent) post({ type: "invited", at: frame.invitation.at });
        if (frame.type === "invitation") inviting.reached(false);
      }
      // The chat window stays open while the visitor has a draft.
      if (frame.type === "withdrawn" && model().draft === "") post({ type: "withdrawn" });
      telling.moved(before, model(), frame);
      if (frame.type === "done") requests.done(frame.ref);
      if (frame.type === "failed" && !requests.failed(frame)) sending.refused(frame);
      sending.pump();
      reading.mark();
    },
    lost(isRefused) {
      sending.lost();
      answers.lost();
      older.end();
      parts.opening.lost();
      const { number, lostAt } = model();
      const connection = isRefused ? "refused" : number === null ? "connecting" : "offline";
      set({ ...model(), connection, lostAt: lostAt ?? parts.clock.now(), typing: null });
      if (isRefused) post({ type: "gone" });
      else if (lostAt === null) timeOutage(parts);
    },
  };
}

/**
 * After a welcome: sends again the data that the server gets only from this chat window. `isNew`:
 * the visitor changed.
 */
function welcomed({ model, set, clock, said, inviting, requests, answers, reading }: Parts, isNew: boolean): void {
  said.again();
  inviting.again();
  requests.again();
  if (requests.isWaiting("")) answers.watch();
  reading.welcomed(isNew);
  if (endedLongAgo(model(), clock.now())) set({ ...model(), isFresh: true });
}
