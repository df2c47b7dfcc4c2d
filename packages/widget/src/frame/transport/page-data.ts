import type { ContactClaims, WidgetClientFrame } from "@parlour/protocol/widget";
import type { PageMessage, StartMessage } from "../../bridge.ts";
import type { StateStore } from "../state/store.ts";
import type { RequestFailure, ChatWindowState } from "../state/state.ts";
import type { RequestFrame } from "./requests.ts";

export interface PageDataDeps extends StateStore {
  readonly start: StartMessage;
  readonly createRef: () => string;
  readonly send: (frame: WidgetClientFrame) => boolean;
  readonly request: (frame: RequestFrame) => Promise<RequestFailure | null>;
}
type PageDataMessage = Extract<
  PageMessage,
  { type: "page" | "contacts" | "custom_data" | "attributes" | "user_token" | "replaced" }
>;
export interface PageData {
  handle(message: PageDataMessage): void;
  buildHelloFields(): Pick<Extract<WidgetClientFrame, { type: "hello" }>, "page" | "user_token">;
  /** Sends again, after a welcome, the data that the server gets only from this chat window. */
  resend(): void;
  /**
   * Adds the contacts that the page has set to a state until the server confirms them. Frames sent
   * before the confirmation contain older values (WG-032).
   */
  applyClaims(model: ChatWindowState): ChatWindowState;
  /** Returns headers with the token that proves a signed visitor's identity (WG-047). */
  getHeaders(): Readonly<Record<string, string>>;
  clear(): void;
}

/** Sends data of the host page and its visitor to the server. */
export function createPageData({
  start,
  model,
  set,
  createRef,
  send,
  request,
}: PageDataDeps): PageData {
  let { page, userToken } = start;
  /** Data in the last hello frame. Changes after that frame are sent after the welcome. */
  let sentHello: ReturnType<PageData["buildHelloFields"]> = { page, user_token: null };
  /** The last frame of each type that a new connection needs again. */
  const frames = new Map<string, WidgetClientFrame>();
  const sendAndStore = (frame: WidgetClientFrame): void => {
    frames.set(frame.type, frame);
    send(frame);
  };
  /** Unconfirmed contacts by `ref`. */
  const claims = new Map<string, ContactClaims>();
  const claim = (contacts: ContactClaims): void => {
    const claimRef = createRef();
    claims.set(claimRef, contacts);
    set({ ...model(), contacts: { ...model().contacts, ...contacts } });
    void request({ type: "contacts", ref: claimRef, contacts, by: "page" }).finally(() =>
      claims.delete(claimRef),
    );
  };
  return {
    handle(message) {
      switch (message.type) {
        case "page":
          page = { ...page, url: message.url, title: message.title };
          return void send(message);
        case "contacts":
          return claim(message.contacts);
        case "custom_data":
          return sendAndStore({ type: "custom_data", fields: [...message.fields] });
        case "attributes":
          return sendAndStore({ type: "attributes", attributes: message.attributes });
        case "user_token":
          userToken = message.token;
          return void send({ type: "user_token", ref: createRef(), token: message.token });
        case "replaced":
          return sendAndStore({ type: "replaced" });
      }
    },
    buildHelloFields: () => (sentHello = { page, user_token: userToken }),
    resend() {
      if (page !== sentHello.page) send({ type: "page", url: page.url, title: page.title });
      if (userToken !== null && userToken !== sentHello.user_token)
        send({ type: "user_token", ref: createRef(), token: userToken });
      for (const frame of frames.values()) send(frame);
    },
    applyClaims(state) {
      if (claims.size === 0) return state;
      return {
        ...state,
        contacts: Object.assign(
          {},
          state.contacts,
          ...claims.values(),
        ) as ChatWindowState["contacts"],
      };
    },
    getHeaders: () =>
      start.face.signed === true && userToken !== null ? { "parlour-user-token": userToken } : {},
    clear() {
      userToken = null;
      // The rules of the page (`replaced`) are not data of the visitor.
      frames.delete("custom_data");
      frames.delete("attributes");
    },
  };
}
