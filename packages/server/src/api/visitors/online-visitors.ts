import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import {
  InviteVisitor,
  PageQuery,
  VisitorOnline,
  VisitorParams,
  Visits,
  VisitorsOnline,
} from "@parlour/protocol/api";
import { listVisitorsById } from "../../store/visitors/visitor.ts";
import type { VisitorRecord } from "../../store/visitors/visitor-record.ts";
import { findBlock } from "../../core/blacklist/match.ts";
import { cleanText, isBlank } from "../../core/text.ts";
import { refuse } from "../../core/failure.ts";
import type { AccountConfig } from "../../core/command.ts";
import { cutPage, decodeCursor } from "../kit/cursor.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import { runIdempotent } from "../kit/change-settings.ts";
import { getChatVisibility } from "../chats/visibility.ts";
import {
  toBlockIdentifiers,
  serializeOnlineVisitor,
  serializeVisit,
} from "./visitor-serializer.ts";
import { requireVisitor } from "./require-visitor.ts";
import { listVisits } from "../../store/visitors/visit.ts";
import type { OnlineVisitorsPort, OnlineVisitor } from "./online-visitors-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { assertNoOpenChat, blockVisitorRoute } from "./block-list/block-without-chat.ts";

interface OnlineVisitorsDeps extends RouteDeps {
  readonly onlineVisitors: OnlineVisitorsPort;
}

/** Registers online visitors and the actions before they write (API-265, product.md 2). */
export function onlineVisitorsRoutes(app: FastifyInstance, deps: OnlineVisitorsDeps): void {
  listOnlineRoute(app, deps);
  listVisitsRoute(app, deps);
  inviteVisitorRoute(app, deps);
  withdrawInvitationRoute(app, deps);
  blockVisitorRoute(app, deps);
}

/** Maximum number of rows in one response. */
const maxOnlineVisitors = 500;

function listOnlineRoute(app: FastifyInstance, deps: OnlineVisitorsDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/visitors/online",
    action: "visitors.read",
    tag: "visitors",
    summary: "List visitors who are on your sites now",
    status: 200,
    answer: VisitorsOnline,
    handle: (context) => listOnline(deps, context),
  });
}
async function listOnline(
  deps: OnlineVisitorsDeps,
  { principal }: RequestContext<unknown, unknown, unknown>,
): Promise<VisitorsOnline> {
  const account = principal.accountId;
  const config = await deps.config(account);
  const visibility = getChatVisibility(principal);
  const online = deps.onlineVisitors
    .online(account)
    .filter(
      ({ channelId }) =>
        visibility.seesAllChats ||
        config.channels.get(channelId)?.operators.has(principal.operatorId) === true,
    )
    .toSorted((a, b) => a.since - b.since);
  const listed = online.slice(-maxOnlineVisitors);
  const rows = await listVisitorsById(
    deps.reader,
    account,
    visibility,
    listed.map((visit) => visit.visitorId),
  );
  const rowById = new Map(rows.map((row) => [row.visitor.id, row]));
  const view = { principal, now: deps.clock.now() };
  return {
    items: listed.flatMap((visit): VisitorOnline[] => {
      const row = rowById.get(visit.visitorId);
      return row === undefined ? [] : [serializeOnlineVisitor(row, visit, config, view)];
    }),
    total: online.length,
  };
}

function listVisitsRoute(app: FastifyInstance, deps: OnlineVisitorsDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/visitors/:number/visits",
    action: "visitors.read",
    tag: "visitors",
    summary: "List the visits of a visitor",
    params: VisitorParams,
    query: PageQuery,
    status: 200,
    answer: Visits,
    handle: async ({ principal, params, query }) => {
      const account = principal.accountId;
      const limit = query.limit ?? 50;
      const { visitor } = await requireVisitor(deps, principal, params.number);
      const [before] = decodeCursor("visits", query.cursor, 1);
      const rows = await listVisits(deps.reader, account, visitor.id, {
        limit: limit + 1,
        before,
      });
      const config = await deps.config(account);
      const page = cutPage("visits", rows, limit, ({ id }) => [id]);
      return { ...page, items: page.items.map((row) => serializeVisit(row, config)) };
    },
  });
}

function inviteVisitorRoute(app: FastifyInstance, deps: OnlineVisitorsDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/visitors/:number/invite",
    action: "chats.answer",
    tag: "visitors",
    summary: "Invite a visitor to a chat",
    params: VisitorParams,
    body: InviteVisitor,
    status: 200,
    answer: VisitorOnline,
    handle: (context) => inviteVisitor(deps, context),
  });
}
function inviteVisitor(
  deps: OnlineVisitorsDeps,
  context: RequestContext<Static<typeof VisitorParams>, unknown, InviteVisitor>,
): Promise<VisitorOnline> {
  return runIdempotent(deps, context, async () => {
    const { principal, params, body } = context;
    const account = principal.accountId;
    const row = await requireVisitor(deps, principal, params.number);
    const config = await deps.config(account);
    assertCanInvite(config, row, deps.clock.now());
    const text = cleanText(body.text).trim();
    if (isBlank(text)) refuse("invalid_request", "The invitation has no text.", { field: "text" });
    const departmentId = body.department_id ?? null;
    if (departmentId !== null && !config.departments.has(departmentId))
      refuse("invalid_request", "There is no such department.", { field: "department_id" });
    const inviter = config.operators.get(principal.operatorId);
    const visit = await deps.onlineVisitors.invite(account, row.visitor.id, {
      text,
      departmentId,
      operatorId: principal.operatorId,
      agent: { name: inviter?.name ?? principal.name, photo: inviter?.photo ?? "" },
    });
    if (visit === "enough")
      refuse(
        "at_limit",
        "This visitor has received as many invitations as the widget allows now.",
        { limit: "invitations" },
      );
    if (visit === "gone") return refuse("not_available", "This visitor has left the site.");
    return serializeOnlineVisitor(row, visit, config, {
      principal,
      now: deps.clock.now(),
    });
  });
}

function withdrawInvitationRoute(app: FastifyInstance, deps: OnlineVisitorsDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/visitors/:number/invite/withdraw",
    action: "chats.answer",
    tag: "visitors",
    summary: "Withdraw an invitation to a visitor",
    params: VisitorParams,
    status: 200,
    answer: VisitorOnline,
    handle: (context) =>
      runIdempotent(deps, context, async () => {
        const { principal, params } = context;
        const account = principal.accountId;
        const row = await requireVisitor(deps, principal, params.number);
        const visit = findOnlineVisitor(deps, account, row.visitor.id);
        if (visit === undefined) return refuse("not_available", "This visitor has left the site.");
        if (!(await deps.onlineVisitors.withdraw(account, row.visitor.id)))
          refuse(
            "not_open",
            "This invitation is no longer open. The visitor responded, or it was withdrawn.",
          );
        return serializeOnlineVisitor(
          row,
          { ...visit, invitation: null },
          await deps.config(account),
          { principal, now: deps.clock.now() },
        );
      }),
  });
}

const findOnlineVisitor = (
  deps: OnlineVisitorsDeps,
  account: number,
  visitorId: number,
): OnlineVisitor | undefined =>
  deps.onlineVisitors.online(account).find((visit) => visit.visitorId === visitorId);

function assertCanInvite(config: AccountConfig, row: VisitorRecord, now: number): void {
  if (findBlock(config.blockList, toBlockIdentifiers(row), now) !== null)
    refuse("visitor_blocked", "This visitor is blocked.");
  assertNoOpenChat(row, "This visitor has an open chat. Write there.");
}
