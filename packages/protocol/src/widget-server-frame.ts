import { Type, type Static } from "typebox";
import { WidgetCall, WidgetChat, WidgetContacts, WidgetInvitation, WidgetMessage, WidgetSituation } from "./widget-entity.ts";
import { Nullable } from "./scalar.ts";

/** What the server says to a visitor's window. */

export const widgetServerFrames = {
  /**
   * The answer to hello. `token`: to be kept when the given one was none or void (then all else is of a new visitor). `reset`: `messages` are the
   * latest 50 and replace what the window has; else they are those after `after`.
   */
  welcome: Type.Object({
    type: Type.Literal("welcome"),
    token: Nullable(Type.String()),
    number: Type.Integer({ minimum: 1 }),
    contacts: WidgetContacts,
    /** WG-047; a token that was refused is null here. */
    signed: Type.Boolean(),
    situation: WidgetSituation,
    chat: Nullable(WidgetChat),
    reset: Type.Boolean(),
    messages: Type.Array(WidgetMessage),
    /** A running call of the visitor, else the one that his hello asks for. */
    call: Nullable(WidgetCall),
    invitation: Nullable(WidgetInvitation),
    /** No rules for him (WG-054); nothing else tells a blocked visitor that he is (CORE-071). */
    quiet: Type.Boolean(),
    has_written: Type.Boolean(),
    /** The visitor agreed to a consent text before (WG-098). */
    consented: Type.Optional(Type.Boolean()),
    /** Of the visitor, where his hello asks for it: 32 bytes, base64url; the same each time. */
    key: Type.Optional(Type.String()),
  }),
  /** API-165: the hello cannot be answered now. The window says it again after `retry_after_s`, and by chance up to the same time later. */
  wait: Type.Object({ type: Type.Literal("wait"), retry_after_s: Type.Integer({ minimum: 1 }) }),
  message: Type.Object({ type: Type.Literal("message"), message: WidgetMessage }),
  chat: Type.Object({ type: Type.Literal("chat"), chat: WidgetChat }),
  situation: Type.Object({ type: Type.Literal("situation"), situation: WidgetSituation }),
  typing: Type.Object({ type: Type.Literal("typing"), name: Type.String(), typing: Type.Boolean() }),
  contacts: Type.Object({ type: Type.Literal("contacts"), contacts: WidgetContacts }),
  call: Type.Object({ type: Type.Literal("call"), call: WidgetCall }),
  invitation: Type.Object({ type: Type.Literal("invitation"), invitation: WidgetInvitation }),
  /** The operator took his invitation back: nothing of it is shown any more. */
  withdrawn: Type.Object({ type: Type.Literal("withdrawn") }),
  /** A frame with `ref` was carried out; of `say`: the message as stored. */
  done: Type.Object({ type: Type.Literal("done"), ref: Type.String(), message: Type.Optional(WidgetMessage) }),
  older: Type.Object({ type: Type.Literal("older"), ref: Type.String(), messages: Type.Array(WidgetMessage), more: Type.Boolean() }),
  /** Refused, nothing changed. `retry_after_s`: it may be repeated then; null: it stays refused. */
  failed: Type.Object({
    type: Type.Literal("failed"),
    ref: Type.String(),
    code: Type.String(),
    message: Type.String(),
    field: Nullable(Type.String()),
    retry_after_s: Nullable(Type.Integer({ minimum: 0 })),
  }),
};

export const WidgetServerFrame = Type.Union(Object.values(widgetServerFrames));
export type WidgetServerFrame = {
  [K in keyof typeof widgetServerFrames]: Static<(typeof widgetServerFrames)[K]>;
}[keyof typeof widgetServerFrames];

/** The frames that the window's model handles: all but `wait`, which its connection answers. */
export type WidgetTalkFrame = Exclude<WidgetServerFrame, { type: "wait" }>;

export type WidgetWelcome = Static<typeof widgetServerFrames.welcome>;
