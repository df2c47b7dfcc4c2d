import type { WidgetLanguage } from "@parlour/protocol/settings/widget-settings";
import type { MessageToPage } from "../bridge.ts";
import type { Clock } from "../clock.ts";
import type { FormRequests, FormRequestsDeps } from "./form-requests.ts";
import type { ChatWindowConnection } from "./transport/connection.ts";
import type { PendingInvitations } from "./transport/pending-invitations.ts";
import { createRequestFailure } from "./state/reducer.ts";
import type { ChatWindowState, QuotedMessage, RequestFailure } from "./state/state.ts";
import { saveDraft } from "./state/outbox-storage.ts";
import type { KeyValueStore } from "./storage/local-storage.ts";
import { saveSoundMuted } from "./state/message-sound.ts";
import type { Outbox } from "./state/outbox.ts";

/** Actions of the visitor in the chat window. They resolve with null, or with the failure. */
export interface VisitorActions extends Pick<Outbox, "sendMessage" | "discard"> {
  /** Sends a rejected message again (WG-082), which is given by its `ref`. */
  readonly resend: (ref: string) => void;
  /** Stores the draft. Called at each change. */
  readonly setDraft: (text: string) => void;
  /** Chooses the message that the next one quotes (WG-283), or none. */
  readonly setQuote: (quotes?: QuotedMessage) => void;
  readonly skipContacts: () => void;
  /**
   * Runs a request of a form. The script of the requests loads with the first one (WG-002). If it
   * does not load, the failure is that of a lost connection.
   */
  readonly submit: (
    run: (requests: FormRequests) => Promise<RequestFailure | null>,
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

export interface ActionsDeps extends FormRequestsDeps {
  readonly clock: Clock;
  readonly post: (message: MessageToPage) => void;
  readonly connection: Pick<ChatWindowConnection, "reconnect">;
  readonly sendTyping: (text: string) => void;
  readonly invitations: PendingInvitations;
}

/** Actions that other parts of the chat window provide. */
type ProvidedActions = Pick<VisitorActions, "loadEarlier" | "setAtEnd" | "getServer">;

export function createVisitorActions(deps: ActionsDeps, provided: ProvidedActions): VisitorActions {
  const { model, set, clock, store, post, createRef, request, connection, outbox, sendTyping } =
    deps;
  const actions: VisitorActions = {
    ...provided,
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
    skipContacts() {
      store.write("contacts", "done");
      set({ ...model(), contactsDone: true });
    },
    async submit(run) {
      const { number } = model();
      const loaded = await import("./form-requests.ts").catch(() => null);
      if (loaded === null) return createRequestFailure("connection");
      // The page may have removed the visitor in the meantime (WG-064).
      if (number !== null && number !== model().number) return createRequestFailure("forgotten");
      return run(loaded.createFormRequests(deps, actions.setDraft));
    },
    setDraft(text) {
      if (text === model().draft) return;
      saveDraft(store, text, clock.now());
      sendTyping(text);
      set({ ...model(), draft: text });
    },
    setQuote: (quotes) => set({ ...model(), quotes }),
    endChat() {
      const { chat } = model();
      if (chat !== null) void request({ type: "close", ref: createRef(), chat_id: chat.id });
    },
    startNewChat: () => set(withNewChat(model(), store)),
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

/** The form of the contacts is shown again if it is not stored that it is done (WG-266). */
const withNewChat = (model: ChatWindowState, store: KeyValueStore): ChatWindowState => ({
  ...model,
  isFresh: true,
  invitation: null,
  contactsDone: store.read("contacts") !== null,
});
