import type { ScriptApi, VisitorData, WidgetHandlers } from "@parlour/element/mount";

/** A widget that a test page shows. */
export interface ShownWidget extends VisitorData {
  readonly src: string;
  /** Whether the component has no handlers. Default: the first one records events. */
  readonly isSilent?: boolean;
}
/** How a test controls a page of any framework, as `testPage` of its window. */
export interface PageControl {
  /** Shows these widgets in place of the previous ones, and a button that opens the first one. */
  show(widgets: readonly ShownWidget[]): void;
  /** Reported events with their details, in order. */
  readonly events: (readonly [name: string, detail: object])[];
  /** Only Vue: hides or shows the component in its `KeepAlive`. */
  setActive?(isActive: boolean): void;
}

/** Creates handlers that record some of the events. `load` and others have none. */
export function recordEvents(events: PageControl["events"]): WidgetHandlers {
  return {
    onOpen: (detail) => events.push(["open", detail]),
    onClose: (detail) => events.push(["close", detail]),
    onMessageSent: (detail) => events.push(["messageSent", detail]),
    onMessageReceived: (detail) => events.push(["messageReceived", { text: detail.text }]),
    onChangeState: ({ state, previous }) => events.push(["changeState", { state, previous }]),
  };
}

/** All functions of the script API. The compiler compares them with its type. */
export const functionNames = Object.keys({
  open: true,
  close: true,
  hide: true,
  show: true,
  chatMode: true,
  getUnreadMessagesCount: true,
  setWidgetColor: true,
  showProactiveInvitation: true,
  setRules: true,
  getContactInfo: true,
  setContactInfo: true,
  getVisitorNumber: true,
  setCustomData: true,
  setClientAttributes: true,
  setFields: true,
  setUserToken: true,
  clearHistory: true,
  getUtm: true,
  sendPageTitle: true,
  sendMessage: true,
  sendOfflineMessage: true,
  startCall: true,
  isCallbackEnabled: true,
  on: true,
  off: true,
} satisfies Record<keyof ScriptApi, true>);
