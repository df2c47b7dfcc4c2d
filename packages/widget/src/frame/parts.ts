import type { Start, ToPage } from "../bridge.ts";
import type { Clock } from "../clock.ts";
import { watchAnswers } from "./answers.ts";
import type { Connection } from "./connection.ts";
import type { Held } from "./held.ts";
import { openInviting } from "./inviting.ts";
import type { Failure } from "./model.ts";
import { openOlder } from "./older.ts";
import type { Opening } from "./opening.ts";
import { openPageSaid } from "./page-said.ts";
import { openReading } from "./reading.ts";
import { newRef, openRequests, type Asked } from "./requests.ts";
import { ringing } from "./ringing.ts";
import { openSending } from "./sending.ts";
import type { Store } from "./store.ts";
import { openTelling } from "./telling.ts";
import { typingIn, typingOut } from "./typing.ts";

export interface PartsDeps extends Held {
  readonly start: Start;
  /** Origin of the page, as reported by the browser. */
  readonly origin: string;
  readonly clock: Clock;
  readonly store: Store;
  readonly post: (message: ToPage) => void;
  readonly connection: Connection;
  readonly opening: Opening;
  /** A message arrived that no tab shows. Plays the sound, in one tab. */
  readonly rang: (messageId: number) => void;
}
/** The services of a chat window and what they share. */
export type Parts = ReturnType<typeof openParts>;

/** Creates the services of one chat window and connects them. */
export function openParts(deps: PartsDeps) {
  const { model, start, clock, connection } = deps;
  const held = { ...deps, send: connection.send, ref: () => newRef(clock) };
  const requests = openRequests(held);
  const answers = watchAnswers(clock, connection.drop);
  const ask = (frame: Asked): Promise<Failure | null> => {
    const answer = requests.ask(frame);
    if (model().connection === "live") answers.watch();
    return answer;
  };
  const reading = openReading(held);
  const ring = ringing({ ...held, isRead: reading.isRead });
  return {
    ...held,
    requests,
    answers,
    ask,
    reading,
    said: openPageSaid({ ...held, ask }),
    sending: openSending({ ...held, watch: answers.watch }),
    older: openOlder({ ...held, watch: answers.watch }),
    inviting: openInviting({ ...held, requests }),
    operatorTyped: typingIn(held),
    telling: openTelling({
      ...held,
      arrived(message) {
        if (!reading.isSeen() && model().face.sound) ring(message);
      },
    }),
    typing: typingOut({
      clock,
      preview: start.face.typing_preview,
      send(frame) {
        const { chat, isFresh } = model();
        if (chat !== null && chat.state !== "closed" && !isFresh) connection.send(frame);
      },
    }),
  };
}
