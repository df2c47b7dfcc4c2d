import type { ContactClaims } from "@parlour/protocol/widget";
import type { WidgetLanguage } from "@parlour/protocol/settings/widget-settings";
import type { MessageToPage } from "../bridge.ts";
import type { Clock } from "../clock.ts";
import type { ChatWindowConnection } from "./transport/connection.ts";
import type { StateStore } from "./state/store.ts";
import type { PendingInvitations } from "./transport/pending-invitations.ts";
import { getCurrentChatId, selectDepartment, createRequestFailure } from "./state/reducer.ts";
import type { RequestFailure } from "./state/state.ts";
import { saveDraft } from "./state/outbox-storage.ts";
import type { RequestFrame } from "./transport/requests.ts";
import { saveSoundMuted } from "./state/message-sound.ts";
import type { Outbox } from "./state/outbox.ts";
import type { KeyValueStore } from "./storage/local-storage.ts";
import type { PageEvents } from "./transport/page-events.ts";

/** Actions of the visitor in the chat window. They resolve with null, or with the failure. */
export interface VisitorActions extends Pick<Outbox, "sendMessage" | "discard"> {
  /** Sends a rejected message again (WG-082), which is given by its `ref`. */
  readonly resend: (ref: string) => void;
  /** Stores the draft. Called at each change. */
  readonly setDraft: (text: string) => void;
  readonly submitContacts: (
    claims: ContactClaims,
    consent: string | null,
  ) => Promise<RequestFailure | null>;
  readonly skipContacts: () => void;
  readonly submitOfflineMessage: (
    claims: ContactClaims,
    text: string,
    consent: string | null,
  ) => Promise<RequestFailure | null>;
  /**
   * Requests a call. `consent` comes from the form in the chat window. It is absent if the page's
   * script requests the call, which needs no consent (WG-098).
   */
  readonly requestCall: (phone: string, consent?: string | null) => Promise<RequestFailure | null>;
  /**
   * Sends the transcript to the visitor's email address (CORE-111). `code` is the code that the
   * visitor received, or "" to request one.
   */
  /** `code`: "" until one was mailed. */
  readonly mailTranscript: (code: string) => Promise<RequestFailure | null>;
  readonly rate: (
    rating: "positive" | "negative",
    comment: string,
  ) => Promise<RequestFailure | null>;
  readonly endChat: () => void;
  readonly startNewChat: () => void;
  /** Reports that the chat window was rendered in this language. */
  readonly onRendered: (language: WidgetLanguage) => void;
  readonly chooseDepartment: (departmentId: number) => void;
  readonly loadEarlier: () => void;
  /** Reports whether the newest message is on the screen. */
  readonly setAtEnd: (is: boolean) => void;
  readonly reconnect: () => void;
  readonly setMuted: (muted: boolean) => void;
  readonly move: (cause: "chat_tab" | "call" | "minimise" | "close") => void;
  readonly onTouch: () => void;
  /**
   * Returns where to upload files and fetch images, with authorization headers. Null if there is no
   * visitor token yet.
   */
  readonly getServer: () => ServerAccess | null;
}

export interface ServerAccess {
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ActionsDeps extends StateStore {
  readonly clock: Clock;
  readonly store: KeyValueStore;
  readonly post: (message: MessageToPage) => void;
  readonly createRef: () => string;
  readonly request: (frame: RequestFrame) => Promise<RequestFailure | null>;
  readonly connection: Pick<ChatWindowConnection, "reconnect">;
  readonly outbox: Outbox;
  readonly sendTyping: (text: string) => void;
  readonly pageEvents: PageEvents;
  readonly invitations: PendingInvitations;
}

/** Actions that other parts of the chat window provide. */
type ProvidedActions = Pick<VisitorActions, "loadEarlier" | "setAtEnd" | "getServer">;

export function createVisitorActions(deps: ActionsDeps, provided: ProvidedActions): VisitorActions {
  const { model, set, clock, store, post, createRef, request, connection, outbox, sendTyping } =
    deps;
  const actions: VisitorActions = {
    ...provided,
    ...createFormActions(deps, (text) => actions.setDraft(text)),
    sendMessage(text, more) {
      if (!outbox.sendMessage(text, more)) return false;
      // Keep the draft if the sent message was another one: a file, a bot's button, or a message of
      // the page.
      if (text === model().draft) actions.setDraft("");
      return true;
    },
    resend(messageRef) {
      outbox.requeue(messageRef);
      connection.reconnect();
      outbox.sendNext();
    },
    discard: outbox.discard,
    setDraft(text) {
      if (text === model().draft) return;
      saveDraft(store, text, clock.now());
      sendTyping(text);
      set({ ...model(), draft: text });
    },
    endChat() {
      const { chat } = model();
      if (chat !== null) void request({ type: "close", ref: createRef(), chat_id: chat.id });
    },
    startNewChat: () => set({ ...model(), isFresh: true, invitation: null }),
    onRendered: (greeting) => set({ ...model(), greeting }),
    chooseDepartment: (department) => set({ ...model(), department }),
    reconnect: () => connection.reconnect(),
    setMuted(muted) {
      saveSoundMuted(store, muted);
      set({ ...model(), muted });
    },
    move: (cause) => post({ type: "move", cause }),
    onTouch() {
      post({ type: "touched" });
      deps.invitations.reportProgress(true);
    },
  };
  return actions;
}

type FormActions = Pick<
  VisitorActions,
  | "submitContacts"
  | "skipContacts"
  | "submitOfflineMessage"
  | "requestCall"
  | "mailTranscript"
  | "rate"
>;

/** Creates the actions of the forms, which send one request each. null: success. */
function createFormActions(
  { model, set, store, createRef, request, outbox, pageEvents }: ActionsDeps,
  setDraft: VisitorActions["setDraft"],
): FormActions {
  const consentField = (consent: string | null): { readonly consent?: string } =>
    consent === null ? {} : { consent };
  return {
    async submitContacts(contacts, consent) {
      const failure = await request({
        type: "contacts",
        ref: createRef(),
        contacts,
        by: "visitor",
        ...consentField(consent),
      });
      if (failure !== null) return failure;
      store.write("contacts", "done");
      const allContacts = { ...model().contacts, ...contacts };
      set({
        ...model(),
        contacts: allContacts,
        contactsDone: true,
        hasConsented: model().hasConsented || consent !== null,
      });
      pageEvents.report("introduction", { ...allContacts, client_name: allContacts.name });
      // Messages of the page's script waited for the consent. Send them now.
      outbox.sendNext();
      return null;
    },
    skipContacts() {
      store.write("contacts", "done");
      set({ ...model(), contactsDone: true });
    },
    async submitOfflineMessage(contacts, text, consent) {
      const department = selectDepartment(model());
      const to = department === null ? {} : { department_id: department };
      const failure = await request({
        type: "offline",
        ref: createRef(),
        contacts,
        text,
        by: "visitor",
        ...to,
        ...consentField(consent),
      });
      if (failure === null) setDraft("");
      if (failure === null && consent !== null) set({ ...model(), hasConsented: true });
      return failure;
    },
    async requestCall(phone, consent) {
      const isForm = consent !== undefined;
      // The page's script already got "ok", so its call waits for the next connection (WG-061).
      if (isForm && model().connection !== "live") return createRequestFailure("connection");
      const form = !isForm ? {} : { by: "visitor" as const, ...consentField(consent) };
      const failure = await request({ type: "call", ref: createRef(), phone, ...form });
      if (failure === null) pageEvents.report("callStart");
      if (failure === null && consent) set({ ...model(), hasConsented: true });
      return failure;
    },
    mailTranscript: (code) =>
      request({
        type: "transcript",
        ref: createRef(),
        chat_id: getCurrentChatId(model()),
        ...(code === "" ? {} : { code }),
      }),
    async rate(rating, comment) {
      const failure = await request({
        type: "rate",
        ref: createRef(),
        chat_id: getCurrentChatId(model()),
        rating,
        ...(comment === "" ? {} : { comment }),
      });
      const { chat } = model();
      if (failure === null && chat !== null) set({ ...model(), chat: { ...chat, rating } });
      return failure;
    },
  };
}
