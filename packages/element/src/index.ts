import {
  getHandlerName,
  mountWidget,
  widgetEventNames,
  type ClientAttributes,
  type ContactInfo,
  type CustomDataField,
  type ScriptApi,
  type VisitorData,
  type WidgetEventName,
  type WidgetEvents,
  type WidgetHandlers,
  type WidgetMount,
} from "./mount.ts";

export type * from "./mount.ts";

/** A server renders the tag only. There is no `HTMLElement` to extend. */
const BaseElement =
  typeof HTMLElement === "undefined" ? (class {} as unknown as typeof HTMLElement) : HTMLElement;

const dataProperties = ["contactInfo", "customData", "clientAttributes"] as const;

/**
 * The element `<parlour-chat src="…">`: a widget, as long as the element is in the document. It
 * dispatches the events of the widget under their names, with their details as `detail`, and
 * `ready` when `api` is set.
 */
export class ParlourChatElement extends BaseElement {
  static readonly observedAttributes: readonly string[] = ["src", "user-token"];
  #api: ScriptApi | null = null;
  #mount: WidgetMount | null = null;
  #data: VisitorData = {};
  /** Handlers that dispatch the events to which the page listens. */
  #handlers: WidgetHandlers = {};

  /** The script API, or null until the widget has started. */
  get api(): ScriptApi | null {
    return this.#api;
  }
  get src(): string {
    return this.getAttribute("src") ?? "";
  }
  set src(src: string) {
    this.setAttribute("src", src);
  }
  get userToken(): string | null {
    return this.getAttribute("user-token");
  }
  set userToken(token: string | null | undefined) {
    if (token == null) this.removeAttribute("user-token");
    else this.setAttribute("user-token", token);
  }
  get contactInfo(): ContactInfo | null | undefined {
    return this.#data.contactInfo;
  }
  set contactInfo(contactInfo: ContactInfo | null | undefined) {
    this.#change({ contactInfo });
  }
  get customData(): readonly CustomDataField[] | null | undefined {
    return this.#data.customData;
  }
  set customData(customData: readonly CustomDataField[] | null | undefined) {
    this.#change({ customData });
  }
  get clientAttributes(): ClientAttributes | null | undefined {
    return this.#data.clientAttributes;
  }
  set clientAttributes(clientAttributes: ClientAttributes | null | undefined) {
    this.#change({ clientAttributes });
  }

  override addEventListener<N extends WidgetEventName>(
    name: N,
    listener: (event: CustomEvent<WidgetEvents[N]>) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    name: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** Adds a listener. The widget reports only events to which somebody listens (WG-103). */
  override addEventListener(
    name: string,
    listener: EventListenerOrEventListenerObject | ((event: never) => unknown),
    options?: boolean | AddEventListenerOptions,
  ): void {
    super.addEventListener(name, listener as EventListener, options);
    const event = widgetEventNames.find((known) => known === name);
    if (event === undefined) return;
    const dispatch = (detail: object): boolean =>
      this.dispatchEvent(new CustomEvent(event, { detail }));
    this.#handlers = { ...this.#handlers, [getHandlerName(event)]: dispatch };
    this.#change({});
  }

  connectedCallback(): void {
    // Properties that were set before the element was defined hide those of the class.
    for (const name of dataProperties)
      if (Object.hasOwn(this, name)) {
        const value: unknown = this[name];
        Reflect.deleteProperty(this, name);
        Object.assign(this, { [name]: value });
      }
    this.#start();
  }
  disconnectedCallback(): void {
    this.#stop();
  }
  attributeChangedCallback(name: string, previous: string | null, value: string | null): void {
    if (previous === value) return;
    if (name !== "src") return this.#change({});
    this.#stop();
    this.#start();
  }

  #change(data: VisitorData): void {
    this.#data = { ...this.#data, ...data };
    this.#mount?.update({ ...this.#data, ...this.#handlers, userToken: this.userToken });
  }
  #start(): void {
    if (!this.isConnected || this.#mount !== null || this.src === "") return;
    this.#mount = mountWidget(this.src, (api) => {
      this.#api = api;
      this.dispatchEvent(new CustomEvent("ready", { detail: api }));
    });
    this.#change({});
  }
  #stop(): void {
    this.#mount?.unmount();
    this.#mount = null;
    this.#api = null;
  }
}

if (typeof customElements !== "undefined" && !customElements.get("parlour-chat"))
  customElements.define("parlour-chat", ParlourChatElement);

declare global {
  interface HTMLElementTagNameMap {
    "parlour-chat": ParlourChatElement;
  }
}
