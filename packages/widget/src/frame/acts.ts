import type { ContactClaims } from "@parlour/protocol/widget";
import type { WidgetLanguage } from "@parlour/protocol/widget-settings";
import type { ToPage } from "../bridge.ts";
import type { Clock } from "../clock.ts";
import type { Connection } from "./connection.ts";
import type { Held } from "./held.ts";
import type { Inviting } from "./inviting.ts";
import { chatOf, departmentOf, failureOf, type Attached, type Failure, type Unsent } from "./model.ts";
import type { Older } from "./older.ts";
import { keepDraft } from "./outbox.ts";
import type { Reading } from "./reading.ts";
import type { Asked } from "./requests.ts";
import { keepMuted } from "./ringing.ts";
import type { Sending } from "./sending.ts";
import type { Store } from "./store.ts";
import type { Telling } from "./telling.ts";

/**
 * Actions of the visitor in the chat window. A promise resolves with null on success, else with the
 * failure.
 */
export interface Acts {
  /** False: the outbox is full, so the text must stay in its field. */
  readonly say: (text: string, more?: Pick<Unsent, "button"> & { readonly upload?: Attached }) => boolean;
  /** Sends a rejected message again (WG-082). */
  readonly again: (ref: string) => void;
  /** Removes a rejected message. */
  readonly discard: (ref: string) => void;
  /** Called at each change of the draft. */
  readonly write: (text: string) => void;
  readonly contacts: (claims: ContactClaims, consent: string | null) => Promise<Failure | null>;
  readonly skipContacts: () => void;
  readonly offline: (claims: ContactClaims, text: string, consent: string | null) => Promise<Failure | null>;
  /**
   * `consent`: from the form in the chat window. Absent: the page's script requests the call, which
   * needs no consent (WG-098).
   */
  readonly call: (phone: string, consent?: string | null) => Promise<Failure | null>;
  /** Mails the transcript to the visitor's address (CORE-111). */
  /** `code`: "" until one was mailed. */
  readonly mail: (code: string) => Promise<Failure | null>;
  readonly rate: (rating: "positive" | "negative", comment: string) => Promise<Failure | null>;
  readonly end: () => void;
  readonly beginAnew: () => void;
  /** The chat window was rendered in this language. */
  readonly drawn: (language: WidgetLanguage) => void;
  readonly choose: (departmentId: number) => void;
  readonly older: () => void;
  /** Reports whether the newest message is on the screen. */
  readonly atEnd: (is: boolean) => void;
  readonly retry: () => void;
  readonly mute: (muted: boolean) => void;
  readonly move: (cause: "chat_tab" | "call" | "minimise" | "close") => void;
  readonly touched: () => void;
  /**
   * Where to upload files and fetch pictures, with authorization headers. Null: no visitor token
   * yet.
   */
  readonly server: () => Server | null;
}

export interface Server {
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ActsDeps extends Held, Pick<Acts, "server"> {
  readonly clock: Clock;
  readonly store: Store;
  readonly post: (message: ToPage) => void;
  readonly ref: () => string;
  readonly ask: (frame: Asked) => Promise<Failure | null>;
  readonly connection: Pick<Connection, "retry">;
  readonly sending: Sending;
  readonly typing: (text: string) => void;
  readonly telling: Telling;
  readonly older: Pick<Older, "ask">;
  readonly reading: Pick<Reading, "atEnd">;
  readonly inviting: Pick<Inviting, "reached">;
}

/** Creates the actions of the visitor. */
export function makeActs(deps: ActsDeps): Acts {
  const { model, set, clock, store, post, ref, ask, connection, sending, typing, telling } = deps;
  const consented = (consent: string | null): { readonly consent?: string } => (consent === null ? {} : { consent });
  const acts: Acts = {
    say(text, more) {
      if (!sending.say(text, more)) return false;
      // The draft stays if another message is sent meanwhile: a file, a bot's button, a message of
      // the page.
      if (text === model().draft) acts.write("");
      return true;
    },
    again(of) {
      sending.again(of);
      connection.retry();
      sending.pump();
    },
    discard: sending.discard,
    write(text) {
      if (text === model().draft) return;
      keepDraft(store, text, clock.now());
      typing(text);
      set({ ...model(), draft: text });
    },
    async contacts(contacts, consent) {
      const failure = await ask({ type: "contacts", ref: ref(), contacts, by: "visitor", ...consented(consent) });
      if (failure !== null) return failure;
      store.write("contacts", "done");
      const all = { ...model().contacts, ...contacts };
      set({ ...model(), contacts: all, contactsDone: true, hasConsented: model().hasConsented || consent !== null });
      telling.event("introduction", { ...all, client_name: all.name });
      // Messages of the page's script wait for the consent.
      sending.pump();
      return null;
    },
    skipContacts() {
      store.write("contacts", "done");
      set({ ...model(), contactsDone: true });
    },
    async offline(contacts, text, consent) {
      const department = departmentOf(model());
      const to = department === null ? {} : { department_id: department };
      const failure = await ask({ type: "offline", ref: ref(), contacts, text, by: "visitor", ...to, ...consented(consent) });
      if (failure === null) acts.write("");
      if (failure === null && consent !== null) set({ ...model(), hasConsented: true });
      return failure;
    },
    async call(phone, consent) {
      const isForm = consent !== undefined;
      // The page's script already got "ok", so its call waits for the next connection (WG-061).
      if (isForm && model().connection !== "live") return failureOf("connection");
      const form = !isForm ? {} : { by: "visitor" as const, ...consented(consent) };
      const failure = await ask({ type: "call", ref: ref(), phone, ...form });
      if (failure === null) telling.event("callStart");
      if (failure === null && consent) set({ ...model(), hasConsented: true });
      return failure;
    },
    mail: (code) => ask({ type: "transcript", ref: ref(), chat_id: chatOf(model()), ...(code === "" ? {} : { code }) }),
    async rate(rating, comment) {
      const failure = await ask({
        type: "rate",
        ref: ref(),
        chat_id: chatOf(model()),
        rating,
        ...(comment === "" ? {} : { comment }),
      });
      const { chat } = model();
      if (failure === null && chat !== null) set({ ...model(), chat: { ...chat, rating } });
      return failure;
    },
    end() {
      const { chat } = model();
      if (chat !== null) void ask({ type: "close", ref: ref(), chat_id: chat.id });
    },
    beginAnew: () => set({ ...model(), isFresh: true, invitation: null }),
    drawn: (greeting) => set({ ...model(), greeting }),
    choose: (department) => set({ ...model(), department }),
    older: () => deps.older.ask(),
    atEnd: deps.reading.atEnd,
    retry: () => connection.retry(),
    mute(muted) {
      keepMuted(store, muted);
      set({ ...model(), muted });
    },
    move: (cause) => post({ type: "move", cause }),
    touched() {
      post({ type: "touched" });
      deps.inviting.reached(true);
    },
    server: deps.server,
  };
  return acts;
}
