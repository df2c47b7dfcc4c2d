/** Types of the page script API (docs/integrate/script.md), for programs that use it. */

/** Result of a function. `queued`: the function runs when the widget has loaded. */
export type CallResult =
  | { readonly result: "ok"; readonly queued?: true }
  | { readonly result: "fail"; readonly reason: string; readonly detail?: string };

/** Contacts of the visitor. An empty field keeps its value. */
export interface ContactInfo {
  readonly name?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly description?: string | null;
}
/** One line of data about the visitor that operators see (WG-044). */
export interface CustomDataField {
  readonly title?: string;
  readonly key?: string;
  readonly content?: string;
  readonly link?: string;
}
/** Attributes of the visitor by name (WG-210). */
export type ClientAttributes = Readonly<Record<string, string | number | boolean>>;
/** What the visitor sees of the widget (WG-070). */
export type WidgetState = "label" | "chat/min" | "chat" | "call" | "chat/call";
/** Contacts that are known on the page. Unknown values are null. */
export interface KnownContacts {
  readonly name: string | null;
  readonly client_name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly description: string | null;
}
interface WindowMove {
  readonly by: "visitor" | "api" | "rule" | "invitation";
}

/** The events of the widget, with the details that handlers receive (WG-014, WG-023). */
export interface WidgetEvents {
  readonly load: object;
  readonly open: WindowMove;
  readonly close: WindowMove;
  readonly changeState: { readonly state: WidgetState; readonly previous: WidgetState };
  readonly resize: { readonly width: number; readonly height: number };
  readonly clientStartChat: object;
  readonly messageSent: object;
  readonly messageReceived: {
    readonly id: number;
    readonly text: string;
    readonly from: "operator" | "bot";
  };
  readonly accept: { readonly agent: { readonly name: string; readonly photo: string } };
  readonly introduction: KnownContacts;
  readonly callStart: object;
  readonly callEnd: { readonly result: "ok" | "fail"; readonly reason?: string };
  readonly widgetDestroy: object;
}
export type WidgetEventName = keyof WidgetEvents;

/** The functions of a widget on its page. They never throw. */
export interface ScriptApi {
  open(params?: { readonly start?: "chat" | "call" }): CallResult;
  close(): CallResult;
  hide(): CallResult;
  show(): CallResult;
  chatMode(): "online" | "offline";
  getUnreadMessagesCount(): number;
  setWidgetColor(color: string): CallResult;
  showProactiveInvitation(text: string, departmentId?: number): CallResult;
  setRules(rules: object): CallResult;
  getContactInfo(): KnownContacts;
  setContactInfo(info: ContactInfo): CallResult;
  getVisitorNumber(done: (error: string | null, visitorNumber?: number) => void): void;
  setCustomData(fields: readonly CustomDataField[]): CallResult;
  setClientAttributes(attributes: ClientAttributes): CallResult;
  setFields(
    fields: Readonly<Record<string, string | number | boolean | readonly string[]>>,
  ): CallResult;
  setUserToken(
    token: string | number,
  ):
    | { readonly result: "ok"; readonly token: string }
    | { readonly result: "fail"; readonly token: string | false }
    | Extract<CallResult, { readonly result: "fail" }>;
  clearHistory(): CallResult;
  getUtm(): Readonly<Record<"source" | "campaign" | "content" | "medium" | "term", string | null>>;
  sendPageTitle(title: string, fromApi?: boolean, url?: string): CallResult;
  sendMessage(
    contacts: (ContactInfo & { readonly text?: string }) | null,
    text?: string,
  ): CallResult;
  sendOfflineMessage(
    data: ContactInfo & { readonly message: string },
  ): { readonly result: "ok" } | { readonly result: "fail"; readonly error: string };
  startCall(phone: string): CallResult;
  isCallbackEnabled(done: (result: CallResult) => void): void;
  on<N extends WidgetEventName>(name: N, handler: (detail: WidgetEvents[N]) => unknown): CallResult;
  off<N extends WidgetEventName>(
    name: N,
    handler: (detail: WidgetEvents[N]) => unknown,
  ): CallResult;
}
