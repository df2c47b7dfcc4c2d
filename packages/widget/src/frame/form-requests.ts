import type { ContactClaims, FieldInput, WidgetMessage } from "@parlour/protocol/widget";
import type { WidgetScriptConfig } from "@parlour/protocol/settings/widget-settings";
import { createRequestFailure, getCurrentChatId, selectDepartment } from "./state/reducer.ts";
import type { Outbox } from "./state/outbox.ts";
import type { RequestFailure } from "./state/state.ts";
import type { StateStore } from "./state/store.ts";
import type { KeyValueStore } from "./storage/local-storage.ts";
import type { PageData } from "./transport/page-data.ts";
import type { PageEvents } from "./transport/page-events.ts";
import type { RequestFrame } from "./transport/requests.ts";

type Answer = Promise<RequestFailure | null>;
interface StartPage {
  readonly url: string;
  readonly title: string;
}
/** The page of the visitor while the next chat would start on another one. */
let usualPage: StartPage | null = null;

/** Requests of the forms. They resolve with null, or with the failure. */
export interface FormRequests {
  readonly submitContacts: (
    claims: ContactClaims,
    consent: string | null,
    fields?: FieldInput,
  ) => Answer;
  readonly submitOfflineMessage: (
    claims: ContactClaims,
    text: string,
    consent: string | null,
    fields?: FieldInput,
  ) => Answer;
  /**
   * Requests a call. `consent` comes from the form in the chat window. It is absent if the page's
   * script requests the call, which needs no consent (WG-098).
   */
  readonly requestCall: (phone: string, consent?: string | null) => Answer;
  /**
   * Sends the transcript to the visitor's email address (CORE-111). `code` is the code that the
   * visitor received, or "" to request one.
   */
  readonly mailTranscript: (code: string) => Answer;
  readonly rate: (rating: "positive" | "negative", comment: string) => Answer;
  /**
   * Sets the page on which the next chat starts: an article that the visitor asks about (WG-311).
   * null: the page on which the visitor is.
   */
  readonly startOnPage: (page: StartPage | null) => Answer;
  /** Sets the visitor's reaction to a message, or takes it back: "" (WG-285). */
  readonly react: (message: WidgetMessage, emoji: string) => Answer;
}

export interface FormRequestsDeps extends StateStore {
  readonly store: KeyValueStore;
  readonly createRef: () => string;
  readonly request: (frame: RequestFrame) => Answer;
  readonly outbox: Outbox;
  readonly pageEvents: PageEvents;
  readonly pageData: PageData;
}

/** Parts of a form that not every form has. */
interface FormExtras {
  consent?: string;
  fields?: FieldInput;
}

const listExtras = (consent: string | null, fields?: FieldInput): FormExtras => {
  const extras: FormExtras = {};
  if (consent !== null) extras.consent = consent;
  if (fields !== undefined) extras.fields = fields;
  return extras;
};

/** Creates the requests of the forms. */
export function createFormRequests(
  deps: FormRequestsDeps,
  setDraft: (text: string) => void,
): FormRequests {
  const { model, set, store, createRef, request, outbox, pageEvents } = deps;
  return {
    async submitContacts(contacts, consent, fields) {
      const failure = await request({
        type: "contacts",
        ref: createRef(),
        contacts,
        by: "visitor",
        ...listExtras(consent, fields),
      });
      if (failure !== null) return failure;
      if (!hasChatFields(model().face)) store.write("contacts", "done");
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
    async submitOfflineMessage(contacts, text, consent, fields) {
      const department = selectDepartment(model());
      const to = department === null ? {} : { department_id: department };
      const failure = await request({
        type: "offline",
        ref: createRef(),
        contacts,
        text,
        by: "visitor",
        ...to,
        ...listExtras(consent, fields),
      });
      if (failure === null) setDraft("");
      if (failure === null && consent !== null) set({ ...model(), hasConsented: true });
      return failure;
    },
    async requestCall(phone, consent) {
      const isForm = consent !== undefined;
      // The page's script already got "ok", so its call waits for the next connection (WG-061).
      if (isForm && model().connection !== "live") return createRequestFailure("connection");
      const form = !isForm ? {} : { by: "visitor" as const, ...listExtras(consent) };
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
    startOnPage: async (page) => startOnPage(deps, page),
    react: (message, emoji) => sendReaction(deps, message, emoji),
  };
}

function startOnPage({ pageData }: FormRequestsDeps, page: StartPage | null): null {
  usualPage ??= pageData.buildHelloFields().page;
  const { url, title } = page ?? usualPage;
  if (page === null) usualPage = null;
  pageData.handle({ type: "page", url, title });
  return null;
}

async function sendReaction(
  { model, set, createRef, request }: FormRequestsDeps,
  { id, chat_id, seq }: WidgetMessage,
  emoji: string,
): Answer {
  const failure = await request({ type: "react", ref: createRef(), chat_id, seq, emoji });
  // The server sends the message again only if the window surely has it (WG-262).
  const messages = model().messages.map((one) =>
    one.id === id ? { ...one, reaction: emoji } : one,
  );
  if (failure === null) set({ ...model(), messages });
  return failure;
}

/** A form before the chat that asks for fields of chats is shown before each chat (WG-266). */
const hasChatFields = (face: WidgetScriptConfig): boolean =>
  face.contacts.when === "before" &&
  face.fields?.some(({ object, key }) => object === "chat" && face.contact_fields.includes(key)) ===
    true;
