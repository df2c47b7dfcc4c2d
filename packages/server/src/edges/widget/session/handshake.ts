import type { ClientAddress } from "../../../core/client/address.ts";
import type { WidgetHello } from "@parlour/protocol/widget";
import { toIdentifiers } from "../../../core/blacklist/match.ts";
import type { VisitorData } from "../../../core/event.ts";
import { type RegisteredVisitor, registerVisitor } from "../../../core/visitor/resolve.ts";
import { visitorDisplayName } from "../../../core/visitor/resolve.ts";
import { toVisitSession } from "../../../core/visitor/visit-session.ts";
import type { WidgetEdgeDeps, WidgetJournal, WidgetUrls } from "../deps.ts";
import { identifyVisitor, isUserToken } from "./identity.ts";
import { isAllowedOrigin, withInstallationOrigin } from "../../../core/channel/origins.ts";
import type { ReplyTimes } from "./reply-times.ts";
import type { Widget } from "../types.ts";
import type { VisitorConnection } from "../visitor-connection.ts";
import type { SignedIdentity } from "./signed-identity.ts";
import type { SiteRecorder } from "./sites.ts";

export interface HandshakeDeps
  extends
    Pick<
      WidgetEdgeDeps,
      "store" | "operators" | "urls" | "secrets" | "visits" | "limits" | "clock"
    >,
    Pick<WidgetJournal, "config" | "write"> {
  readonly sites: SiteRecorder;
  readonly replyTimes: ReplyTimes;
}
/**
 * Error that is thrown if the widget must not run on this page. The widget receives the reason and
 * does not reconnect.
 */
export class WidgetRefusedError extends Error {}

/** The visitor of a hello frame, with the data for the welcome. */
export interface IdentifiedVisitor {
  readonly connection: VisitorConnection;
  readonly hasWritten: boolean;
  /** A new token, or null if the token of the widget is valid. */
  readonly token: string | null;
  readonly signed: SignedIdentity | null;
  /** Value that the page passed to setUserToken. Null if there is no valid value. */
  readonly userToken: string | null;
}

/**
 * Identifies the visitor of a hello frame (WG-084, WG-047). A valid token belongs to a visitor.
 * Otherwise a new visitor with a new token is created.
 */
export async function identifyConnection(
  deps: HandshakeDeps,
  hello: Pick<
    WidgetHello,
    "widget_id" | "token" | "user_token" | "page" | "language" | "origin" | "cookies"
  >,
  client: { readonly address: ClientAddress; readonly userAgent: string },
): Promise<IdentifiedVisitor> {
  const widget = await deps.store.findWidget(hello.widget_id);
  if (widget === null || !widget.enabled) throw new WidgetRefusedError("no such widget");
  if (!canRunOnOrigin(deps, widget, hello.origin)) throw new WidgetRefusedError("not on this site");
  const { account, channelId, settings } = widget;
  if (hello.origin !== getWindowOrigin(deps.urls))
    deps.sites.record(widget, hello.page.url, hello.page.title);
  if (settings.hidden.countries.includes(deps.visits.locate(client.address).country_code))
    throw new WidgetRefusedError("not in this country");
  const userToken =
    hello.user_token !== null && isUserToken(hello.user_token) ? hello.user_token : null;
  const { customer, tokenHash, token, signed } = await identifyVisitor(deps, widget, {
    widgetId: hello.widget_id,
    token: hello.token,
    userToken,
    address: client.address,
  });
  // A valid token may have no visitor yet, because the process can end between the two writes. A
  // new key never has a visitor.
  const isNew = token !== null && signed === null;
  const storedVisitor = isNew ? null : await deps.store.findVisitor(account, channelId, customer);
  const visitor = storedVisitor ?? (await getOrCreateVisitor(deps, widget, customer));
  const connection: VisitorConnection = {
    account,
    widget,
    publicId: hello.widget_id,
    customer,
    tokenHash,
    visitorId: visitor.id,
    number: visitor.number,
    isSigned: signed !== null,
    origin: hello.origin,
    address: client.address,
    name: "",
    contacts: noContacts,
    userToken: storedVisitor?.userToken ?? null,
    tokenSaved: Promise.resolve(),
    page: { url: hello.page.url, title: hello.page.title },
    session: toVisitSession({
      firstUrl: hello.page.first,
      ip: client.address,
      userAgent: client.userAgent,
      geoip: deps.visits.locate(client.address),
      language: hello.language,
      cookies:
        settings.analytics_ids && hello.cookies !== undefined
          ? pickCookies(hello.cookies)
          : undefined,
    }),
    customData: null,
    attributes: null,
    fields: undefined,
    pageDataWrite: "no",
    pageDataBudgetUntil: 0,
    callId: null,
    chat: null,
    isChatOpening: false,
    segments: undefined,
    availability: "",
    queuedEntries: [],
    publishing: Promise.resolve(),
    pendingEntries: 0,
  };
  if (storedVisitor !== null) copyVisitorToConnection(connection, storedVisitor.visitor);
  const hasWritten = storedVisitor !== null && storedVisitor.chat !== null;
  return {
    connection,
    hasWritten,
    token,
    signed,
    userToken: widget.identitySecret !== null && signed === null ? null : userToken,
  };
}

/**
 * Returns the visitor. Creates the visitor's number once, even if several connections arrive at the
 * same moment (CORE-021).
 */
async function getOrCreateVisitor(
  { write }: HandshakeDeps,
  { account, channelId }: Widget,
  key: string,
): Promise<RegisteredVisitor> {
  const { answer } = await write({
    account,
    subject: { customer: { channelId, key } },
    handler: registerVisitor(channelId),
  });
  return answer;
}

/**
 * Returns whether the widget may run on this origin, which must be a site of the widget (WG-006),
 * the operator application or the origin of the chat page.
 */
export function canRunOnOrigin(
  { urls }: { readonly urls: WidgetUrls },
  { settings }: Widget,
  origin: string,
): boolean {
  return (
    origin === getWindowOrigin(urls) ||
    isAllowedOrigin(withInstallationOrigin(settings.origins, urls.ownOrigin()), origin)
  );
}

/** Returns the origin of the chat window and of the chat page, which is no site (WG-300). */
const getWindowOrigin = (urls: WidgetUrls): string => new URL(urls.widgetBase()).origin;

/** Copies the visitor's name and contacts to the connection. */
export function copyVisitorToConnection(connection: VisitorConnection, visitor: VisitorData): void {
  connection.name = visitorDisplayName(visitor);
  const { emails = [], phones = [] } = toIdentifiers(visitor, null);
  connection.contacts = emails.length + phones.length === 0 ? noContacts : { emails, phones };
}
const noContacts: VisitorConnection["contacts"] = {};

function pickCookies({ ga, ym }: NonNullable<WidgetHello["cookies"]>): {
  ga?: string | undefined;
  ym?: string | undefined;
} {
  return { ga, ym };
}
