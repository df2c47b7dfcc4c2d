/** A script API function on the test page: default arguments, and whether it calls back. */
export interface TestedFunction {
  readonly name: string;
  readonly args: string;
  readonly callback?: true;
}

/** All functions of WG-030, WG-064 and WG-095. The console adds `destroy` and `init` (WG-093). */
export const testedFunctions: readonly TestedFunction[] = [
  { name: "open", args: '{"start":"chat"}' },
  { name: "close", args: "" },
  { name: "hide", args: "" },
  { name: "show", args: "" },
  { name: "chatMode", args: "" },
  { name: "getContactInfo", args: "" },
  { name: "setContactInfo", args: '{"name":"Anna Test","email":"anna@example.test"}' },
  { name: "getVisitorNumber", args: "", callback: true },
  {
    name: "setCustomData",
    args: '[{"title":"Order","key":"Total","content":"42.00","link":"https://shop.example/orders/7"}]',
  },
  { name: "setClientAttributes", args: '{"plan":"pro","seats":3}' },
  { name: "setFields", args: '{"plan":"pro"}' },
  { name: "setUserToken", args: '"u_5f2c"' },
  {
    name: "setRules",
    args: '{"rules":[{"name":"after 3 s","once":"always","if":{"type":"time_on_page","value":3},"do":[{"type":"label","text":"Ask us"}]}]}',
  },
  { name: "showProactiveInvitation", args: '"Need help with your order?"' },
  { name: "isCallbackEnabled", args: "", callback: true },
  { name: "startCall", args: '"+44 20 7946 0018"' },
  {
    name: "sendOfflineMessage",
    args: '{"name":"Anna Test","email":"anna@example.test","message":"Please write back."}',
  },
  { name: "sendMessage", args: '{}, "Hello from the test page"' },
  { name: "getUnreadMessagesCount", args: "" },
  { name: "getUtm", args: "" },
  { name: "sendPageTitle", args: '"Another title", true' },
  { name: "setWidgetColor", args: '"#7A3E9D"' },
  { name: "clearHistory", args: "" },
];

/** Names of the callbacks after `<prefix>_on` (WG-020), with the event names of `on` (WG-014). */
export const callbackNames = [
  "LoadCallback",
  "Open",
  "Close",
  "MessageSent",
  "MessageReceived",
  "Accept",
  "Introduction",
  "ResizeCallback",
  "CallStart",
  "CallEnd",
  "ChangeState",
  "ClientStartChat",
  "WidgetDestroy",
] as const;
export const eventNames = [
  "load",
  "open",
  "close",
  "messageSent",
  "messageReceived",
  "accept",
  "introduction",
  "resize",
  "callStart",
  "callEnd",
  "changeState",
  "clientStartChat",
  "widgetDestroy",
] as const;
