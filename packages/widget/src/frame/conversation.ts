import type { WidgetClientFrame, WidgetServerFrame } from "@parlour/protocol/widget";
import type { Heard, Start, ToPage } from "../bridge.ts";
import { makeActs, type Acts, type Server } from "./acts.ts";
import { watchAnswers } from "./answers.ts";
import type { Clock } from "../clock.ts";
import { connect, type Dial } from "./connection.ts";
import { invitedFrame, reached } from "./invited.ts";
import { keptOf } from "./kept.ts";
import {
  chatOf,
  endedLongAgo,
  factsOf,
  hasMessages,
  isRunning,
  newModel,
  received,
  withInvitation,
  type Failure,
  type Invitation,
  type Model,
} from "./model.ts";
import { openingOf } from "./opening.ts";
import { forgetUnsent } from "./outbox.ts";
import { timeOutage } from "./outage.ts";
import { openPageSaid } from "./page-said.ts";
import { openReading } from "./reading.ts";
import { newRef, openRequests, type Asked } from "./requests.ts";
import { ringing } from "./ringing.ts";
import { openSending } from "./sending.ts";
import type { Store } from "./store.ts";
import { openTelling } from "./telling.ts";
import { typingOut } from "./typing.ts";

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

/** Typing of an operator ends by itself (CORE-047). */
const typingMs = 15_000;

/**
 * The talk of one window: what the server says becomes the model, what the visitor does goes out exactly once and in order (WG-082, WG-086).
 * Knows no document, so that its laws are tested with a clock and a server in memory.
 */
export function openConversation(deps: ConversationDeps): Conversation {
  const { start, clock, store, post } = deps;
  let model = firstModel(deps);
  let { token } = start;
  let typingEnds: (() => void) | null = null;
  let told = "";
  let olderRef: string | null = null;
  const ref = (): string => newRef(clock);

  const set = (next: Model): void => {
    if (next === model) return;
    const before = model;
    model = next;
    for (const one of before.outbox) if (!next.outbox.some(({ ref: kept }) => kept === one.ref)) forgetUnsent(store, one.ref);
    const facts = factsOf(model);
    const text = JSON.stringify(facts);
    if (text !== told) {
      told = text;
      post({ type: "facts", facts });
    }
    deps.changed(model);
  };
  const send = (frame: WidgetClientFrame): boolean => connection.send(frame);
  const held = { model: () => model, set, clock, store, send };

  const opening = openingOf({ store, opened: () => set({ ...model, ...keptOf(store, clock.now()) }), carryOut });
  const connection = connect({
    dial: deps.dial,
    clock,
    hello: () => ({
      type: "hello",
      widget_id: start.face.id,
      token,
      after: chatOf(model) === 0 ? null : { chat_id: chatOf(model), seq: model.heard },
      ...said.hello(),
      language: start.language.slice(0, 35),
      origin: deps.origin,
      ...(start.cookies === undefined ? {} : { cookies: start.cookies }),
      ...callAsked(),
      ...(store.unlock === undefined ? {} : { sealed: true }),
    }),
    onFrame: opening.onFrame,
    onLost(refused) {
      sending.lost();
      answers.lost();
      olderRef = null;
      opening.lost();
      const state = refused ? "refused" : model.number === null ? "connecting" : "offline";
      const isNew = model.lostAt === null;
      set({ ...model, connection: state, lostAt: model.lostAt ?? clock.now(), typing: null });
      if (refused) post({ type: "gone" });
      else if (isNew) timeOutage(held);
    },
  });
  const requests = openRequests({ clock, send });
  const said = openPageSaid({ ...held, start, ref, ask: (frame) => ask(frame) });
  const answers = watchAnswers(clock, () => connection.drop());
  const sending = openSending({ ...held, ref, watch: answers.watch });
  const reading = openReading(held);
  const ring = ringing({ clock, store, isRead: reading.isRead, ring: deps.rang });
  const telling = openTelling({
    store,
    post,
    arrived(message) {
      if (!reading.isSeen() && model.face.sound) ring(message);
    },
  });
  const typing = typingOut({
    clock,
    preview: start.face.typing_preview,
    send: (frame) => {
      if (model.chat !== null && model.chat.state !== "closed" && !model.isFresh) connection.send(frame);
    },
  });

  function carryOut(frame: WidgetServerFrame): void {
    const before = model;
    if (frame.type === "welcome" && frame.token !== null) {
      token = frame.token;
      post({ type: "token", token });
    }
    if (frame.type === "done" || frame.type === "failed" || frame.type === "older") {
      sending.answered(frame.ref);
      answers.came(sending.isUnderWay() || requests.isWaiting(frame.ref));
    }
    if (frame.type === "older" && frame.ref !== olderRef) return;
    if (frame.type === "older") olderRef = null;
    set(said.over(received(before, frame)));
    if (frame.type === "welcome") welcomed(frame.token !== null);
    if (frame.type === "typing") expireTyping();
    if (frame.type === "invitation") {
      post({ type: "invited", at: frame.invitation.at });
      tellReached(false);
    }
    // Whoever is writing keeps his window.
    if (frame.type === "withdrawn" && model.draft === "") post({ type: "withdrawn" });
    telling.moved(before, model, frame);
    if (frame.type === "done") requests.done(frame.ref);
    if (frame.type === "failed") refused(frame);
    sending.pump();
    reading.mark();
  }
  const welcomed = (isNew: boolean): void => {
    said.again();
    const { invitation } = model;
    if (invitation !== null && invitation.by !== "operator" && !hasMessages(model)) requests.tell(invitedFrame(invitation));
    tellReached(false);
    requests.again();
    if (requests.isWaiting("")) answers.watch();
    reading.welcomed(isNew);
    if (endedLongAgo(model, clock.now())) set({ ...model, isFresh: true });
  };
  const expireTyping = (): void => {
    typingEnds?.();
    typingEnds = model.typing === null ? null : clock.after(typingMs, () => set({ ...model, typing: null }));
  };
  const refused = (frame: Extract<WidgetServerFrame, { type: "failed" }>): void => {
    const failure = { code: frame.code, message: frame.message, field: frame.field };
    if (frame.ref === olderRef) olderRef = null;
    if (!requests.failed(frame.ref, failure, frame.retry_after_s)) sending.refused(frame);
  };
  /** A call that may have ended while there was no line, or no page: what became of it is told in the welcome. */
  const callAsked = (): { readonly call?: number } => {
    const { call } = model;
    const known = call !== null && isRunning(call) ? call.id : telling.knownCall();
    return known === null ? {} : { call: known };
  };
  const ask = (frame: Asked): Promise<Failure | null> => {
    const answer = requests.ask(frame);
    if (model.connection === "live") answers.watch();
    return answer;
  };

  const tellReached = (byHand: boolean): void => {
    const state = reached(model, byHand);
    if (state !== null) connection.send({ type: "invitation", state });
  };
  const invite = (invitation: Invitation): void => {
    set(withInvitation(model, invitation));
    requests.tell(invitedFrame(invitation));
  };

  const older = (): void => {
    const first = model.messages[0];
    if (olderRef !== null || first === undefined || !model.more) return;
    const of = ref();
    if (send({ type: "older", ref: of, chat_id: first.chat_id, before: first.seq })) olderRef = of;
  };
  const server = (): Server | null =>
    token === null ? null : { base: start.face.base, headers: { authorization: `Bearer ${token}`, ...said.headers() } };
  const acts = makeActs({
    ...held,
    post,
    ref,
    ask,
    connection,
    sending,
    typing,
    telling,
    older,
    atEnd: reading.atEnd,
    touched: () => tellReached(true),
    server,
  });
  const forget = (): void => {
    connection.send({ type: "forget", ref: ref() });
    connection.drop();
    for (const key of store.keys()) store.write(key, null);
    token = null;
    said.forget();
    reading.forget();
    requests.forget();
    post({ type: "token", token });
    const { state, phone, dark, accent, kept, situation } = model;
    set({ ...newModel(start.face, state), phone, dark, accent, kept, situation, lostAt: clock.now() });
    connection.retry();
  };
  const heard = (message: Heard): void => {
    switch (message.type) {
      case "state":
        set({ ...model, state: message.state });
        tellReached(message.focus);
        return reading.mark();
      case "place":
        return set({ ...model, phone: message.phone });
      case "look":
        return set({ ...model, dark: message.dark ?? model.dark, accent: message.accent ?? model.accent });
      case "invite":
        return invite({ text: message.text, department_id: message.department_id, agent: null, at: 0, by: message.by });
      case "call":
        return void acts.call(message.phone);
      case "offline":
        return void ask({ type: "offline", ref: ref(), contacts: message.contacts, text: message.text });
      case "say":
        return void acts.say(message.text);
      case "forget":
        return forget();
      case "page":
      case "contacts":
      case "custom_data":
      case "attributes":
      case "user_token":
      case "replaced":
        return said.heard(message);
    }
  };

  timeOutage(held);
  deps.changed(model);
  return {
    acts,
    model: () => model,
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
