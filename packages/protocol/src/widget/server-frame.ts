import { Type, type Static } from "typebox";
import {
  WidgetCall,
  WidgetChat,
  WidgetContacts,
  WidgetInvitation,
  WidgetMessage,
  WidgetAvailability,
} from "./entity.ts";
import { Nullable } from "../entity/scalar.ts";

/** Frames from the server to a visitor's chat window. */

export const widgetServerFrames = {
  /**
   * Response to `hello`. `token`: to be stored if the given one was absent or invalid. All other
   * data is then of a new visitor. `reset`: `messages` are the latest 50 and replace those of the
   * window. Otherwise they are the messages after `after`.
   */
  welcome: Type.Object({
    type: Type.Literal("welcome"),
    token: Nullable(Type.String()),
    number: Type.Integer({ minimum: 1 }),
    contacts: WidgetContacts,
    /** Whether the visitor has a signed identity (WG-047). False if the token was rejected. */
    signed: Type.Boolean(),
    situation: WidgetAvailability,
    chat: Nullable(WidgetChat),
    reset: Type.Boolean(),
    messages: Type.Array(WidgetMessage),
    /** The visitor's call in progress, or else the call that `hello` names. */
    call: Nullable(WidgetCall),
    invitation: Nullable(WidgetInvitation),
    /** No rules run (WG-054). Nothing else shows to visitors that they are blocked (CORE-071). */
    quiet: Type.Boolean(),
    has_written: Type.Boolean(),
    /** Whether the visitor has already agreed to a consent text (WG-098). */
    consented: Type.Optional(Type.Boolean()),
    /** Key of the visitor, if `hello` requests it: 32 bytes in base64url. It never changes. */
    key: Type.Optional(Type.String()),
  }),
  /** API-165: `hello` follows after `retry_after_s` plus a random delay of up to the same. */
  wait: Type.Object({ type: Type.Literal("wait"), retry_after_s: Type.Integer({ minimum: 1 }) }),
  /**
   * The node of the socket stops or has too many sockets (WG-225). The chat window opens a second
   * socket and closes this one when the second one has its `welcome`. If it has none after
   * `within_ms`, it keeps this one.
   */
  move: Type.Object({ type: Type.Literal("move"), within_ms: Type.Integer({ minimum: 1 }) }),
  /** Response to `ping` (WG-226). */
  pong: Type.Object({ type: Type.Literal("pong") }),
  message: Type.Object({ type: Type.Literal("message"), message: WidgetMessage }),
  chat: Type.Object({ type: Type.Literal("chat"), chat: WidgetChat }),
  situation: Type.Object({ type: Type.Literal("situation"), situation: WidgetAvailability }),
  typing: Type.Object({
    type: Type.Literal("typing"),
    name: Type.String(),
    typing: Type.Boolean(),
  }),
  contacts: Type.Object({ type: Type.Literal("contacts"), contacts: WidgetContacts }),
  call: Type.Object({ type: Type.Literal("call"), call: WidgetCall }),
  invitation: Type.Object({ type: Type.Literal("invitation"), invitation: WidgetInvitation }),
  /** The operator has withdrawn the invitation. The window must no longer show it. */
  withdrawn: Type.Object({ type: Type.Literal("withdrawn") }),
  /** The frame was processed. For `say`, the response contains the stored message. */
  done: Type.Object({
    type: Type.Literal("done"),
    ref: Type.String(),
    message: Type.Optional(WidgetMessage),
  }),
  older: Type.Object({
    type: Type.Literal("older"),
    ref: Type.String(),
    messages: Type.Array(WidgetMessage),
    more: Type.Boolean(),
  }),
  /** It changed nothing. Repeat after `retry_after_s`, if that is not null. */
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

/** The connection handles the others: `wait`, `move` and `pong`. */
export type WidgetModelFrame = Exclude<WidgetServerFrame, { type: "wait" | "move" | "pong" }>;

export type WidgetWelcome = Static<typeof widgetServerFrames.welcome>;
