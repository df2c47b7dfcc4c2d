import type { ContactClaims, WidgetClientFrame, WidgetServerFrame } from "@parlour/protocol/widget";
import type { ToPage, ToWindow } from "../bridge.ts";
import { isOpen } from "../states.ts";
import type { Acts } from "./acts.ts";
import type { Clock } from "./clock.ts";
import { connect, type Dial } from "./connection.ts";
import {
  agentsOf,
  chatOf,
  departmentOf,
  factsOf,
  hasMessages,
  isAnswer,
  newModel,
  received,
  showsChat,
  withInvitation,
  type Failure,
  type Invitation,
  type Model,
} from "./model.ts";
import { reached } from "./invited.ts";
import { forgetUnsent, keepDraft, keepUnsent, keptDraft, keptMs, keptUnsent, unsentMost } from "./outbox.ts";
import { openRequests, type Asked } from "./requests.ts";
import { isMuted, keepMuted, ringing } from "./ringing.ts";
import type { Store } from "./store.ts";
import { typingOut } from "./typing.ts";

export type Start = Extract<ToWindow, { type: "start" }>;
export type Heard = Exclude<ToWindow, Start>;

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

/** A frame that is not answered within this time went into a dead line. */
const answerWithinMs = 10_000;
/** Without a connection this long, the window says so (product.md 7). */
const slowMs = 2_000;
const longMs = 120_000;
/** Typing of an operator ends by itself (CORE-047). */
const typingMs = 15_000;
/** Marks of many messages go as one. */
const marksMs = 150;

/**
 * The talk of one window: what the server says becomes the model, what the visitor does goes out exactly once and in order (WG-082, WG-086).
 * Knows no document, so that its laws are tested with a clock and a server in memory.
 */
export function openConversation(deps: ConversationDeps): Conversation {
  const { start, clock, store, post } = deps;
  let model = firstModel(deps);
  let { token, page, userToken } = start;
  let customData: WidgetClientFrame | null = null;
  /** The page has rules of its own. */
  let isReplaced = false;
  /** What the line's hello said; a token set since goes after the welcome. */
  let saidToken: string | null = null;
  let attributes: WidgetClientFrame | null = null;
  let isVisible = true;
  let isAtEnd = true;
  /** The message that is under way: one at a time keeps their order when one has to wait. */
  let underWay: string | null = null;
  let resting: (() => void) | null = null;
  let unanswered: (() => void) | null = null;
  let typingEnds: (() => void) | null = null;
  let told = "";
  let marked = { chat: 0, received: 0, seen: 0 };
  let marking: (() => void) | null = null;
  let olderRef: string | null = null;
  let lastAt = 0;
  const ref = (): string => Array.from({ length: 22 }, () => letters[Math.floor(clock.random() * letters.length)]).join("");

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
  const event = (name: string, detail: Readonly<Record<string, unknown>> = {}): void => post({ type: "event", name, detail });

  const connection = connect({
    dial: deps.dial,
    clock,
    hello: () => ({
      type: "hello",
      widget_id: start.face.id,
      token,
      user_token: (saidToken = userToken),
      after: chatOf(model) === 0 ? null : { chat_id: chatOf(model), seq: model.heard },
      page,
      language: start.language.slice(0, 35),
      origin: deps.origin,
      ...(start.cookies === undefined ? {} : { cookies: start.cookies }),
    }),
    onFrame,
    onLost(refused) {
      underWay = null;
      resting?.();
      resting = null;
      unanswered?.();
      unanswered = null;
      olderRef = null;
      const state = refused ? "refused" : model.number === null ? "connecting" : "offline";
      const isNew = model.lostAt === null;
      set({ ...model, connection: state, lostAt: model.lostAt ?? clock.now(), typing: null });
      if (refused) post({ type: "gone" });
      else if (isNew) timeOutage();
    },
  });
  const requests = openRequests({ clock, send: (frame) => connection.send(frame) });
  const typing = typingOut({
    clock,
    preview: start.face.typing_preview,
    send: (frame) => {
      if (model.chat !== null && model.chat.state !== "closed" && !model.isFresh) connection.send(frame);
    },
  });

  /** What the page said of the visitor and the server has not answered yet, by ref. */
  const claims = new Map<string, ContactClaims>();
  function claim(contacts: ContactClaims): void {
    const said = ref();
    claims.set(said, contacts);
    set({ ...model, contacts: { ...model.contacts, ...contacts } });
    void ask({ type: "contacts", ref: said, contacts, by: "page" }).finally(() => claims.delete(said));
  }

  function onFrame(frame: WidgetServerFrame): void {
    const before = model;
    if (frame.type === "welcome" && frame.token !== null) {
      token = frame.token;
      post({ type: "token", token });
    }
    if (frame.type === "done" || frame.type === "failed" || frame.type === "older") answered(frame.ref);
    if (frame.type === "older" && frame.ref !== olderRef) return;
    if (frame.type === "older") olderRef = null;
    const after = received(before, frame);
    // What the page said last holds until the server has answered it: what comes before that answer is older (WG-032).
    set(claims.size === 0 ? after : { ...after, contacts: Object.assign({}, after.contacts, ...claims.values()) as Model["contacts"] });
    if (frame.type === "welcome") welcomed(frame.token !== null);
    if (frame.type === "typing") expireTyping();
    if (frame.type === "invitation") {
      post({ type: "invited", at: frame.invitation.at });
      tellReached(false);
    }
    // Whoever is writing keeps his window.
    if (frame.type === "withdrawn" && model.draft === "") post({ type: "withdrawn" });
    if (frame.type === "call") callMoved(before);
    tellOf(before, frame);
    if (frame.type === "done") requests.done(frame.ref);
    if (frame.type === "failed") refused(frame);
    pump();
    mark();
  }
  const welcomed = (isNew: boolean): void => {
    // The chat and its messages of a visitor who is gone are not in the store's marks either.
    if (isNew) marked = { chat: 0, received: 0, seen: 0 };
    if (userToken !== null && userToken !== saidToken) connection.send({ type: "user_token", ref: ref(), token: userToken });
    if (customData !== null) connection.send(customData);
    if (attributes !== null) connection.send(attributes);
    if (isReplaced) connection.send({ type: "replaced" });
    const { invitation } = model;
    if (invitation !== null && invitation.by !== "operator" && !hasMessages(model)) requests.tell(invitedFrame(invitation));
    tellReached(false);
    requests.again();
    if (requests.isWaiting("")) watch();
    marked = { ...marked, received: 0 };
    const [chat, read] = readMark(store);
    if (chat === chatOf(model) && read > model.read) set({ ...model, read });
    if (endedLongAgo(model, clock.now())) set({ ...model, isFresh: true });
  };

  /** What happened to the visitor's page is told once, from what is new in the model (WG-020, WG-022). */
  const tellOf = (before: Model, frame: WidgetServerFrame): void => {
    const isHistory = frame.type === "older" || (frame.type === "welcome" && (frame.reset || frame.token !== null));
    if (isHistory) return;
    const known = new Set(before.messages.map((one) => one.id));
    const fresh = model.messages.filter((one) => !known.has(one.id));
    for (const message of fresh) {
      if (message.from === "visitor") {
        const own = before.outbox.some((one) => one.ref === message.client_id);
        const isFirstOfChat = chatOf(before) !== message.chat_id || !before.messages.some((one) => one.from === "visitor");
        if (own && isFirstOfChat && before.invitation === null) event("clientStartChat");
        if (own && !before.hasWritten) event("messageSent");
        if (before.invitation !== null) set({ ...model, invitation: null });
      } else if (isAnswer(message)) {
        event("messageReceived", { id: message.id, text: message.text, from: message.from });
        if (!isSeen() && model.face.sound) ring(message);
        if (!isOpen(model.state) && model.face.open_on_reply) post({ type: "move", cause: "reply" });
      } else if ((message.code === "accepted" || message.code === "joined") && !wasTaken(before)) {
        const name = message.detail ?? "";
        event("accept", { agent: { name, photo: agentsOf(model).find((one) => one.name === name)?.photo ?? "" } });
      } else if (message.code === "closed") post({ type: "move", cause: "ended" });
    }
  };
  const ring = ringing({
    clock,
    store,
    isRead({ chat_id: of, seq }) {
      const [chat, read] = readMark(store);
      return of !== chatOf(model) || seq <= model.read || (chat === of && seq <= read);
    },
    ring: deps.rang,
  });
  const callMoved = (before: Model): void => {
    const { call } = model;
    const was = before.call;
    if (call === null || (was?.id === call.id && was.status === call.status)) return;
    if (call.status === "end" || call.status === "error") {
      const talked = call.status === "end" && was?.id === call.id && was.status === "client_connected";
      const reason = call.reason ?? (talked ? null : "not_connected");
      event("callEnd", reason === null ? { result: "ok" } : { result: "fail", reason });
    }
  };
  const expireTyping = (): void => {
    typingEnds?.();
    typingEnds = model.typing === null ? null : clock.after(typingMs, () => set({ ...model, typing: null }));
  };

  /** Sends the oldest message that waits; the next one goes when it is answered. */
  const pump = (): void => {
    if (underWay !== null || resting !== null || model.connection !== "live") return;
    const now = clock.now();
    const old = model.outbox.filter((one) => one.failed === null && now - one.at > keptMs);
    if (old.length > 0) {
      const failed: Failure = { code: "too_old", message: "", field: null };
      set({ ...model, outbox: model.outbox.map((one) => (old.includes(one) ? { ...one, failed } : one)) });
    }
    const one = model.outbox.find(({ failed }) => failed === null);
    if (one === undefined) return;
    const isSent = connection.send({
      type: "say",
      ref: one.ref,
      text: one.text,
      ...(one.upload === undefined ? {} : { upload_id: one.upload.id }),
      ...(one.button === undefined ? {} : { button: one.button }),
      ...(one.departmentId === undefined ? {} : { department_id: one.departmentId }),
    });
    if (!isSent) return;
    underWay = one.ref;
    watch();
  };
  const watch = (): void => {
    unanswered ??= clock.after(answerWithinMs, () => {
      unanswered = null;
      connection.drop();
    });
  };
  const answered = (of: string): void => {
    if (of === underWay) underWay = null;
    unanswered?.();
    unanswered = null;
    if (underWay !== null || requests.isWaiting(of)) watch();
  };
  const refused = (frame: Extract<WidgetServerFrame, { type: "failed" }>): void => {
    const failure = { code: frame.code, message: frame.message, field: frame.field };
    if (frame.ref === olderRef) olderRef = null;
    if (requests.failed(frame.ref, failure, frame.retry_after_s)) return;
    const one = model.outbox.find((waiting) => waiting.ref === frame.ref);
    if (one === undefined) return;
    if (one.failed !== null) keepUnsent(store, one);
    else if (frame.retry_after_s !== null)
      resting = clock.after(Math.max(1, frame.retry_after_s) * 1000, () => {
        resting = null;
        pump();
      });
  };
  const ask = async (frame: Asked): Promise<Failure | null> => {
    const answer = requests.ask(frame);
    if (model.connection === "live") watch();
    return answer;
  };

  const isSeen = (): boolean => isVisible && showsChat(model.state) && !model.isFresh;
  /** Received at once, seen only in an open, visible window with its newest message on the screen (CORE-052). */
  const mark = (): void => {
    const last = model.messages.filter((one) => one.from !== "visitor").at(-1)?.seq ?? 0;
    const chat = chatOf(model);
    if (chat === 0 || last === 0) return;
    if (isSeen() && isAtEnd && last > model.read) {
      set({ ...model, read: last });
      store.write("read", `${chat} ${last}`);
    }
    if (marking !== null || model.connection !== "live") return;
    if (marked.chat === chat && marked.received >= last && marked.seen >= Math.min(last, model.read)) return;
    marking = clock.after(marksMs, () => {
      marking = null;
      const now = { chat: chatOf(model), received: model.messages.at(-1)?.seq ?? 0, seen: model.read };
      if (now.chat === 0 || (marked.chat === now.chat && marked.received >= now.received && marked.seen >= now.seen)) return;
      if (connection.send({ type: "marks", chat_id: now.chat, received: now.received, seen: Math.min(now.seen, now.received) }))
        marked = now;
    });
  };
  /** Says so when there is no connection for a while, and again when it takes long. */
  const timeOutage = (): void => {
    const { lostAt } = model;
    const say = (outage: Model["outage"]): void => {
      if (model.lostAt === lostAt && lostAt !== null) set({ ...model, outage });
    };
    clock.after(slowMs, () => say("slow"));
    clock.after(longMs, () => say("long"));
  };
  const tellReached = (byHand: boolean): void => {
    const state = reached(model, byHand);
    if (state !== null) connection.send({ type: "invitation", state });
  };
  const invite = (invitation: Invitation): void => {
    set(withInvitation(model, invitation));
    requests.tell(invitedFrame(invitation));
  };

  const acts: Acts = {
    say(text, more = {}) {
      if (model.outbox.length >= unsentMost) return false;
      lastAt = Math.max(clock.now(), lastAt + 1);
      const department = departmentOf(model);
      const isFirst = model.isFresh || chatOf(model) === 0 || model.chat?.state === "closed";
      const one = {
        ref: ref(),
        text,
        at: lastAt,
        failed: null,
        ...more,
        ...(isFirst && department !== null ? { departmentId: department } : {}),
      };
      keepUnsent(store, one);
      typing.stop();
      keepDraft(store, "", lastAt);
      set({ ...model, outbox: [...model.outbox, one], draft: "" });
      pump();
      return true;
    },
    again(of) {
      const now = clock.now();
      const outbox = model.outbox.map((one) =>
        one.ref === of ? { ...one, failed: null, at: Math.max(one.at, now - keptMs + 60_000) } : one,
      );
      for (const one of outbox) if (one.ref === of) keepUnsent(store, one);
      set({ ...model, outbox });
      connection.retry();
      pump();
    },
    discard: (of) => set({ ...model, outbox: model.outbox.filter((one) => one.ref !== of) }),
    write(text) {
      if (text === model.draft) return;
      keepDraft(store, text, clock.now());
      typing.write(text);
      set({ ...model, draft: text });
    },
    async contacts(contacts, consent) {
      const failure = await ask({ type: "contacts", ref: ref(), contacts, by: "visitor", ...(consent === null ? {} : { consent }) });
      if (failure !== null) return failure;
      store.write("contacts", "done");
      const all = { ...model.contacts, ...contacts };
      set({ ...model, contacts: all, contactsDone: true });
      event("introduction", { ...all, client_name: all.name });
      return null;
    },
    skipContacts() {
      store.write("contacts", "done");
      set({ ...model, contactsDone: true });
    },
    async offline(contacts, text, consent) {
      const department = departmentOf(model);
      const to = department === null ? {} : { department_id: department };
      const failure = await ask({ type: "offline", ref: ref(), contacts, text, ...to, ...(consent === null ? {} : { consent }) });
      if (failure === null) acts.write("");
      return failure;
    },
    async call(phone) {
      if (model.connection !== "live") return { code: "connection", message: "", field: null };
      const failure = await ask({ type: "call", ref: ref(), phone });
      if (failure === null) event("callStart");
      return failure;
    },
    rate: (rating, comment) =>
      ask({ type: "rate", ref: ref(), chat_id: chatOf(model), rating, ...(comment === "" ? {} : { comment }) }).then((failure) => {
        if (failure === null && model.chat !== null) set({ ...model, chat: { ...model.chat, rating } });
        return failure;
      }),
    end() {
      if (model.chat !== null) void ask({ type: "close", ref: ref(), chat_id: model.chat.id });
    },
    beginAnew: () => set({ ...model, isFresh: true, invitation: null }),
    choose: (departmentId) => set({ ...model, department: departmentId }),
    older() {
      const first = model.messages[0];
      if (olderRef !== null || first === undefined || !model.more) return;
      const of = ref();
      if (connection.send({ type: "older", ref: of, chat_id: first.chat_id, before: first.seq })) olderRef = of;
    },
    atEnd(is) {
      isAtEnd = is;
      mark();
    },
    retry: () => connection.retry(),
    mute(muted) {
      keepMuted(store, muted);
      set({ ...model, muted });
    },
    move: (cause) => post({ type: "move", cause }),
    touched() {
      post({ type: "touched" });
      tellReached(true);
    },
    server: () => (token === null ? null : { base: start.face.base, headers: { authorization: `Bearer ${token}`, ...userTokenHeader() } }),
  };

  /** A signed visitor is who his site says (WG-047). */
  const userTokenHeader = (): Record<string, string> =>
    start.face.signed === true && userToken !== null ? { "parlour-user-token": userToken } : {};
  const forget = (): void => {
    connection.send({ type: "forget", ref: ref() });
    connection.drop();
    for (const key of store.keys()) store.write(key, null);
    token = null;
    userToken = null;
    customData = null;
    attributes = null;
    marked = { chat: 0, received: 0, seen: 0 };
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
        return mark();
      case "page":
        page = { ...page, url: message.url, title: message.title };
        return void connection.send({ type: "page", url: message.url, title: message.title });
      case "place":
        return set({ ...model, phone: message.phone });
      case "look":
        return set({ ...model, dark: message.dark ?? model.dark, accent: message.accent ?? model.accent });
      case "contacts":
        return claim(message.contacts);
      case "custom_data":
        customData = { type: "custom_data", fields: [...message.fields] };
        return void connection.send(customData);
      case "attributes":
        attributes = { type: "attributes", attributes: message.attributes };
        return void connection.send(attributes);
      case "user_token":
        userToken = message.token;
        return void connection.send({ type: "user_token", ref: ref(), token: message.token });
      case "invite":
        return invite({ text: message.text, department_id: message.department_id, agent: null, at: 0, by: message.by });
      case "call":
        return void acts.call(message.phone);
      case "offline":
        return void ask({ type: "offline", ref: ref(), contacts: message.contacts, text: message.text });
      case "say":
        return void acts.say(message.text);
      case "replaced":
        isReplaced = true;
        return void connection.send({ type: "replaced" });
      case "forget":
        return forget();
    }
  };

  timeOutage();
  deps.changed(model);
  return {
    acts,
    model: () => model,
    heard,
    seenBy(visible) {
      isVisible = visible;
      if (visible) connection.retry();
      mark();
    },
    network(isThere) {
      if (isThere) connection.retry();
      else connection.drop();
    },
    stop: () => connection.stop(),
  };
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** An ended chat is shown until it can no longer be rated (CORE-080); then the window begins anew. */
const shownAfterEndMs = 24 * 3_600_000;

function firstModel({ start, store, clock }: ConversationDeps): Model {
  const now = clock.now();
  return {
    ...newModel(start.face, start.state),
    phone: start.phone,
    dark: start.dark,
    kept: start.kept,
    lostAt: now,
    outbox: keptUnsent(store, now),
    draft: keptDraft(store, now),
    muted: isMuted(store),
    contactsDone: store.read("contacts") !== null,
  };
}
/** Chat and number up to which this window's messages were seen. */
function readMark(store: Store): readonly [number, number] {
  const [chat, read] = (store.read("read") ?? "").split(" ").map(Number);
  return [chat ?? 0, read ?? 0];
}
function invitedFrame({ text, department_id, by }: Invitation) {
  return { type: "invited", text: text.slice(0, 500), department_id, by } as const;
}
function wasTaken(model: Model): boolean {
  return model.messages.some((one) => one.code === "accepted" || one.code === "joined");
}
function endedLongAgo({ chat }: Model, now: number): boolean {
  return chat?.state === "closed" && chat.closed_at !== null && now - Date.parse(chat.closed_at) > shownAfterEndMs;
}
