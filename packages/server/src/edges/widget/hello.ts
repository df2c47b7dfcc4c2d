import type { WidgetHello, WidgetWelcome } from "@parlour/protocol/widget";
import { toIdentifiers } from "../../core/blacklist/match.ts";
import { isFinished } from "../../core/call/transitions.ts";
import { refuse } from "../../core/failure.ts";
import type { VisitSource } from "../../core/entity.ts";
import type { VisitorData } from "../../core/event.ts";
import type { AccountConfig } from "../../core/command.ts";
import { registerVisitor } from "../../core/visitor/register.ts";
import { visitorDisplayName } from "../../core/visitor/resolve.ts";
import { toSession } from "../../core/visitor/visit-session.ts";
import { isBlocked } from "./blocked.ts";
import { askerOf } from "./call.ts";
import type { KnownVisitor, Widget, WidgetEdgeDeps } from "./deps.ts";
import { widgetCall } from "./format/call.ts";
import { widgetChat, widgetContacts } from "./format/chat.ts";
import { widgetMessage } from "./format/message.ts";
import { identify, isUserToken } from "./identity.ts";
import { isAllowedOrigin, withInstallationOrigin } from "../../core/channel/origins.ts";
import type { ReplyTimes } from "./reply-times.ts";
import type { Seat } from "./seat.ts";
import type { Signed } from "./signed.ts";
import type { Sites } from "./sites.ts";
import { situationOf } from "./situation.ts";
import { introduceSigned, keepToken } from "./told.ts";

export type HelloDeps = Pick<
  WidgetEdgeDeps,
  "store" | "config" | "write" | "clock" | "isOnline" | "ownOrigin" | "limits" | "readJson" | "openSecret" | "windowKey" | "placeInQueue"
> & {
  readonly locate: (address: string) => VisitSource["geoip"];
  readonly sites: Pick<Sites, "note">;
  readonly replyTimes: ReplyTimes;
};
/** The widget must not run on this page. The widget receives the reason and does not reconnect. */
export class Refused extends Error {}
/** Number of latest messages in the welcome. Earlier messages are requested with `older`. */
const atOnce = 50;
const missedMost = 500;

/** The identified visitor of a hello frame and the data for its welcome. */
export interface Arrival {
  readonly seat: Seat;
  /** Whether the visitor has a chat. */
  readonly hasWritten: boolean;
  /** A new token. Null if the widget's token is valid. */
  readonly token: string | null;
  readonly signed: Signed | null;
  /** Value of setUserToken on the page. Null if there is no valid value. */
  readonly userToken: string | null;
}

/**
 * Identifies the visitor of a hello frame (WG-084, WG-047): the visitor of the token, or a new
 * visitor with a new token.
 */
export async function seatFor(
  deps: HelloDeps,
  hello: Pick<WidgetHello, "widget_id" | "token" | "user_token" | "page" | "language" | "origin" | "cookies">,
  from: { readonly address: string; readonly userAgent: string },
): Promise<Arrival> {
  const widget = await deps.store.findWidget(hello.widget_id);
  if (widget === null || !widget.enabled) throw new Refused("no such widget");
  if (!mayStartOn(deps, widget, hello.origin)) throw new Refused("not on this site");
  const { account, channelId, settings } = widget;
  deps.sites.note(widget, hello.page.url, hello.page.title);
  if (settings.hidden.countries.includes(deps.locate(from.address).country_code)) throw new Refused("not in this country");
  const userToken = hello.user_token !== null && isUserToken(hello.user_token) ? hello.user_token : null;
  const { customer, tokenHash, token, signed } = await identify(deps, widget, {
    widgetId: hello.widget_id,
    token: hello.token,
    userToken,
    address: from.address,
  });
  // A known token may have no visitor yet, because the process can die between the two writes. A
  // new key never has a visitor.
  const isNew = token !== null && signed === null;
  const known = isNew ? null : await deps.store.findVisitor(account, channelId, customer);
  const { id: visitorId, number } = known ?? (await meet(deps, widget, customer));
  const seat: Seat = {
    account,
    widget,
    publicId: hello.widget_id,
    customer,
    tokenHash,
    visitorId,
    number,
    isSigned: signed !== null,
    origin: hello.origin,
    address: from.address,
    name: "",
    contacts: nobody,
    userToken: known?.userToken ?? null,
    tokenKept: Promise.resolve(),
    page: { url: hello.page.url, title: hello.page.title },
    session: toSession({
      firstUrl: hello.page.first,
      ip: from.address,
      userAgent: from.userAgent,
      geoip: deps.locate(from.address),
      language: hello.language,
      ...(settings.analytics_ids && hello.cookies !== undefined ? { cookies: cookiesOf(hello.cookies) } : {}),
    }),
    customData: null,
    attributes: null,
    describing: "no",
    describedUntil: 0,
    callId: null,
    chat: null,
    situation: "",
    waiting: [],
    telling: Promise.resolve(),
    untold: 0,
  };
  if (known !== null) noteVisitor(seat, known.visitor);
  const hasWritten = known !== null && known.chat !== null;
  return { seat, hasWritten, token, signed, userToken: widget.identitySecret !== null && signed === null ? null : userToken };
}

/**
 * CORE-021: creates the visitor's number once, even if several connections arrive at the same
 * moment.
 */
async function meet({ write }: HelloDeps, { account, channelId }: Widget, key: string): Promise<{ id: number; number: number }> {
  const { answer } = await write({ account, subject: { customer: { channelId, key } }, handler: registerVisitor(channelId) });
  return JSON.parse(answer) as { id: number; number: number };
}

/**
 * Returns whether the widget may run on this origin: a site of the widget (WG-006) or the operator
 * application.
 */
export function mayStartOn({ ownOrigin }: Pick<HelloDeps, "ownOrigin">, { settings }: Widget, origin: string): boolean {
  return isAllowedOrigin(withInstallationOrigin(settings.origins, ownOrigin()), origin);
}

/**
 * Builds the welcome frame. Call it after the connection is registered, so that no entry is missed
 * in between.
 */
export async function welcomeOf(deps: HelloDeps, arrival: Arrival, hello: WidgetHello): Promise<WidgetWelcome> {
  const { seat, token } = arrival;
  const { account, widget } = seat;
  await learnToken(deps, arrival);
  const config = await deps.config(account);
  const known = await find(deps, seat);
  const replyMin = await deps.replyTimes.of(account, widget.channelId);
  const now = deps.clock.now();
  const call = await deps.store.callOf(account, known.id, hello.call ?? null);
  seat.callId = call === null || isFinished(call) ? null : call.id;
  const { chat } = known;
  const queue = chat === null ? null : await deps.placeInQueue(account, config, chat.entity);
  seat.chat = chat === null ? null : widgetChat({ ...chat.entity, seq: chat.seq }, config, queue);
  noteVisitor(seat, known.visitor);
  const { reset, messages } = await messagesOf(deps, config, seat, hello.after, chat);
  return {
    type: "welcome",
    token,
    number: known.number,
    contacts: widgetContacts(known.visitor),
    signed: seat.isSigned,
    situation: situationOf(config, widget, (id) => deps.isOnline(account, id), now, askerOf(deps.limits, seat), replyMin),
    chat: seat.chat,
    reset,
    messages: [...messages],
    call: call === null ? null : widgetCall(call),
    invitation: null,
    quiet: isBlocked(config, seat, now),
    has_written: chat !== null,
    ...(known.visitor.consent === undefined ? {} : { consented: true }),
    ...(hello.sealed === true ? { key: deps.windowKey(account, known.id) } : {}),
  };
}

/** Copies the visitor's name and contacts to the connection. */
export function noteVisitor(seat: Seat, visitor: VisitorData): void {
  seat.name = visitorDisplayName(visitor);
  const { emails = [], phones = [] } = toIdentifiers(visitor, null);
  seat.contacts = emails.length + phones.length === 0 ? nobody : { emails, phones };
}
const nobody: Seat["contacts"] = {};

/** Applies what the site states about its visitor (WG-046, WG-047) before the welcome is built. */
async function learnToken(deps: HelloDeps, { seat, signed, userToken }: Arrival): Promise<void> {
  if (userToken !== null) await keepToken(deps, seat, userToken);
  if (signed !== null) await introduceSigned(deps, seat, signed);
}

async function find({ store }: HelloDeps, { account, widget, customer }: Seat): Promise<KnownVisitor> {
  const known = await store.findVisitor(account, widget.channelId, customer);
  return known ?? refuse("temporarily_unavailable", "The visitor cannot be read at the moment.");
}

/**
 * Returns the messages after the widget's last one, at most 500. If more were missed, returns the
 * 50 latest.
 */
async function messagesOf(
  deps: HelloDeps,
  config: AccountConfig,
  seat: Seat,
  after: WidgetHello["after"],
  chat: KnownVisitor["chat"],
): Promise<Pick<WidgetWelcome, "reset" | "messages">> {
  if (chat === null) return { reset: true, messages: [] };
  const isSame = after !== null && after.chat_id === chat.id && after.seq <= chat.seq && chat.seq - after.seq <= missedMost;
  const rows = await deps.store.messages(seat.account, chat.id, isSame ? { after: after.seq, limit: missedMost } : { limit: atOnce });
  return { reset: !isSame, messages: rows.flatMap((row) => widgetMessage(row, config) ?? []) };
}

function cookiesOf({ ga, ym }: NonNullable<WidgetHello["cookies"]>): { ga?: string; ym?: string } {
  return { ...(ga === undefined ? {} : { ga }), ...(ym === undefined ? {} : { ym }) };
}
