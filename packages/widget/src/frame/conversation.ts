import type { WidgetClientFrame, WidgetServerFrame } from "@parlour/protocol/widget";
import type { Heard, Start, ToPage } from "../bridge.ts";
import type { Clock } from "../clock.ts";
import { makeActs, type Acts, type Server } from "./acts.ts";
import { watchAnswers } from "./answers.ts";
import { connect, type Dial } from "./connection.ts";
import { hearPage } from "./hearing.ts";
import { holdModel } from "./held.ts";
import { helloOf } from "./hello.ts";
import { openInviting } from "./inviting.ts";
import { keptOf } from "./kept.ts";
import { endedLongAgo, newModel, received, type Failure, type Model } from "./model.ts";
import { openOlder } from "./older.ts";
import { openingOf } from "./opening.ts";
import { timeOutage } from "./outage.ts";
import { openPageSaid } from "./page-said.ts";
import { openReading } from "./reading.ts";
import { newRef, openRequests, type Asked } from "./requests.ts";
import { ringing } from "./ringing.ts";
import { openSending } from "./sending.ts";
import type { Store } from "./store.ts";
import { openTelling } from "./telling.ts";
import { typingIn, typingOut } from "./typing.ts";

export interface ConversationDeps {
  readonly start: Start;
  /** Of the page, as the browser says. */
  readonly origin: string;
  readonly dial: Dial;
  readonly clock: Clock;
  readonly store: Store;
  readonly post: (message: ToPage) => void;
  /** The model moved: draw it. */
  readonly changed: (model: Model) => void;
  /** A message arrived that no tab shows: sound, in one tab. */
  readonly rang: (messageId: number) => void;
}
export interface Conversation {
  readonly acts: Acts;
  readonly model: () => Model;
  readonly heard: (message: Heard) => void;
  /** The browser tab came to the front or left it. */
  readonly seenBy: (isVisible: boolean) => void;
  /** The network came or went. */
  readonly network: (isThere: boolean) => void;
  readonly stop: () => void;
}

/**
 * The talk of one window: what the server says becomes the model, what the visitor does goes out exactly once and in order (WG-082, WG-086).
 * Knows no document, so that its laws are tested with a clock and a server in memory.
 */
export function openConversation(deps: ConversationDeps): Conversation {
  const { start, clock, store, post } = deps;
  const { model, set } = holdModel(firstModel(deps), deps);
  let { token } = start;

  const held = { model, set, clock, store, ref: () => newRef(clock), send: (frame: WidgetClientFrame) => connection.send(frame) };
  const opening = openingOf({ store, opened: () => set({ ...model(), ...keptOf(store, clock.now()) }), carryOut });
  const connection = connect({ dial: deps.dial, clock, hello: () => helloOf(own, token), onFrame: opening.onFrame, onLost });
  const requests = openRequests(held);
  const said = openPageSaid({ ...held, start, ask });
  const answers = watchAnswers(clock, () => connection.drop());
  const sending = openSending({ ...held, watch: answers.watch });
  const reading = openReading(held);
  const older = openOlder(held);
  const inviting = openInviting({ ...held, requests });
  const operatorTyped = typingIn(held);
  const ring = ringing({ clock, store, isRead: reading.isRead, ring: deps.rang });
  const telling = openTelling({
    store,
    post,
    arrived(message) {
      if (!reading.isSeen() && model().face.sound) ring(message);
    },
  });
  const typing = typingOut({
    clock,
    preview: start.face.typing_preview,
    send(frame) {
      const { chat, isFresh } = model();
      if (chat !== null && chat.state !== "closed" && !isFresh) connection.send(frame);
    },
  });
  const own = { ...held, start, origin: deps.origin, said, telling };
  const acts = makeActs({
    ...held,
    post,
    ask,
    connection,
    sending,
    typing,
    telling,
    older: () => older.ask(),
    atEnd: reading.atEnd,
    touched: () => inviting.reached(true),
    server: (): Server | null =>
      token === null ? null : { base: start.face.base, headers: { authorization: `Bearer ${token}`, ...said.headers() } },
  });

  function onLost(isRefused: boolean): void {
    sending.lost();
    answers.lost();
    older.end();
    opening.lost();
    const { number, lostAt } = model();
    const connection = isRefused ? "refused" : number === null ? "connecting" : "offline";
    set({ ...model(), connection, lostAt: lostAt ?? clock.now(), typing: null });
    if (isRefused) post({ type: "gone" });
    else if (lostAt === null) timeOutage(held);
  }

  function carryOut(frame: WidgetServerFrame): void {
    const before = model();
    if (frame.type === "welcome" && frame.token !== null) keepToken(frame.token);
    if (frame.type === "done" || frame.type === "failed" || frame.type === "older") {
      sending.answered(frame.ref);
      answers.came(sending.isUnderWay() || requests.isWaiting(frame.ref));
      if (!older.answered(frame.ref) && frame.type === "older") return;
    }
    set(said.over(received(before, frame)));
    if (frame.type === "welcome") welcomed(frame.token !== null);
    if (frame.type === "typing") operatorTyped();
    if (frame.type === "invitation") {
      post({ type: "invited", at: frame.invitation.at });
      inviting.reached(false);
    }
    // Whoever is writing keeps his window.
    if (frame.type === "withdrawn" && model().draft === "") post({ type: "withdrawn" });
    telling.moved(before, model(), frame);
    if (frame.type === "done") requests.done(frame.ref);
    if (frame.type === "failed" && !requests.failed(frame)) sending.refused(frame);
    sending.pump();
    reading.mark();
  }
  function welcomed(isNew: boolean): void {
    said.again();
    inviting.again();
    requests.again();
    if (requests.isWaiting("")) answers.watch();
    reading.welcomed(isNew);
    if (endedLongAgo(model(), clock.now())) set({ ...model(), isFresh: true });
  }
  function ask(frame: Asked): Promise<Failure | null> {
    const answer = requests.ask(frame);
    if (model().connection === "live") answers.watch();
    return answer;
  }

  function keepToken(next: string | null): void {
    token = next;
    post({ type: "token", token });
  }
  function forget(): void {
    connection.send({ type: "forget", ref: held.ref() });
    connection.drop();
    for (const key of store.keys()) store.write(key, null);
    said.forget();
    reading.forget();
    requests.forget();
    keepToken(null);
    const { state, phone, dark, accent, kept, situation } = model();
    set({ ...newModel(start.face, state), phone, dark, accent, kept, situation, lostAt: clock.now() });
    connection.retry();
  }
  const heard = hearPage({ ...held, acts, ask, inviting, reading, said, forget });
  timeOutage(held);
  deps.changed(model());
  return {
    acts,
    model,
    heard,
    seenBy(visible) {
      if (visible) connection.retry();
      reading.seenBy(visible);
    },
    network(isThere) {
      if (isThere) connection.retry();
      else connection.drop();
    },
    stop: () => connection.stop(),
  };
}

function firstModel({ start, store, clock }: ConversationDeps): Model {
  const now = clock.now();
  return {
    ...newModel(start.face, start.state),
    phone: start.phone,
    dark: start.dark,
    kept: start.kept,
    lostAt: now,
    ...keptOf(store, now),
  };
}
