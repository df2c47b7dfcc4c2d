import type { ContactClaims, WidgetClientFrame } from "@parlour/protocol/widget";
import type { Heard, Start } from "../bridge.ts";
import type { Held } from "./held.ts";
import type { Failure, Model } from "./model.ts";
import type { Asked } from "./requests.ts";

export interface PageSaidDeps extends Held {
  readonly start: Start;
  readonly ref: () => string;
  readonly send: (frame: WidgetClientFrame) => boolean;
  readonly ask: (frame: Asked) => Promise<Failure | null>;
}
type About = Extract<Heard, { type: "page" | "contacts" | "custom_data" | "attributes" | "user_token" | "replaced" }>;
export interface PageSaid {
  heard(message: About): void;
  /** Fields of the next hello frame. */
  hello(): Pick<Extract<WidgetClientFrame, { type: "hello" }>, "page" | "user_token">;
  /** After a welcome: sends again the data that the server gets only from this chat window. */
  again(): void;
  /**
   * Adds the contacts that the page set to a state, until the server has confirmed them. Earlier
   * frames contain older values (WG-032).
   */
  over(model: Model): Model;
  /** Headers for HTTP requests: the token that proves a signed visitor's identity (WG-047). */
  headers(): Readonly<Record<string, string>>;
  forget(): void;
}

/** Sends data of the host page and its visitor to the server. */
export function openPageSaid({ start, model, set, ref, send, ask }: PageSaidDeps): PageSaid {
  let { page, userToken } = start;
  /** Content of the last hello. Later changes are sent after the welcome. */
  let said: ReturnType<PageSaid["hello"]> = { page, user_token: null };
  let customData: WidgetClientFrame | null = null;
  let attributes: WidgetClientFrame | null = null;
  /** The page has its own rules. */
  let isReplaced = false;
  /** Unconfirmed contacts by `ref`. */
  const claims = new Map<string, ContactClaims>();
  const claim = (contacts: ContactClaims): void => {
    const of = ref();
    claims.set(of, contacts);
    set({ ...model(), contacts: { ...model().contacts, ...contacts } });
    void ask({ type: "contacts", ref: of, contacts, by: "page" }).finally(() => claims.delete(of));
  };
  return {
    heard(message) {
      switch (message.type) {
        case "page":
          page = { ...page, url: message.url, title: message.title };
          return void send(message);
        case "contacts":
          return claim(message.contacts);
        case "custom_data":
          customData = { type: "custom_data", fields: [...message.fields] };
          return void send(customData);
        case "attributes":
          attributes = { type: "attributes", attributes: message.attributes };
          return void send(attributes);
        case "user_token":
          userToken = message.token;
          return void send({ type: "user_token", ref: ref(), token: message.token });
        case "replaced":
          isReplaced = true;
          return void send({ type: "replaced" });
      }
    },
    hello: () => (said = { page, user_token: userToken }),
    again() {
      if (page !== said.page) send({ type: "page", url: page.url, title: page.title });
      if (userToken !== null && userToken !== said.user_token) send({ type: "user_token", ref: ref(), token: userToken });
      if (customData !== null) send(customData);
      if (attributes !== null) send(attributes);
      if (isReplaced) send({ type: "replaced" });
    },
    over(after) {
      if (claims.size === 0) return after;
      return { ...after, contacts: Object.assign({}, after.contacts, ...claims.values()) as Model["contacts"] };
    },
    headers: () => (start.face.signed === true && userToken !== null ? { "parlour-user-token": userToken } : {}),
    forget() {
      userToken = null;
      customData = null;
      attributes = null;
    },
  };
}
