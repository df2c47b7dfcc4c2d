import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import {
  BlockVisitor,
  InviteVisitor,
  PageQuery,
  VisitorOnline,
  VisitorParams,
  VisitorWithActivity,
  Visits,
  VisitorsOnline,
} from "@parlour/protocol/api";
import type { VisitorRecord } from "../../core/record/visitor.ts";
import type { Principal } from "../../auth/index.ts";
import { findBlock } from "../../core/blacklist/match.ts";
import { cleanText, isBlank } from "../../core/chat/text.ts";
import { refuse } from "../../core/failure.ts";
import type { AccountConfig } from "../../core/command.ts";
import { refuseFull, untilOf } from "./blacklist-input.ts";
import { cursorOf, placeOf } from "./cursor.ts";
import type { Deps } from "./deps.ts";
import { found, idOf } from "./ids.ts";
import { route, type Call } from "./route.ts";
import { changeSettings, onceAround, optional, type SettingsDeps } from "./settings.ts";
import { sightOf } from "./sight.ts";
import type { OnlineVisitor } from "./stores/visitors.ts";
import { factsOfVisitor, onlineWire, visitorWire, visitWire } from "./visitor-wire.ts";

type OnlineDeps = SettingsDeps & Pick<Deps, "auth" | "rights" | "visitors" | "here" | "config" | "blacklist">;

/**
 * Registers the list of online visitors and the actions before they write: invite and block
 * (API-030, product.md 2).
 */
export function visitorsOnlineRoutes(app: FastifyInstance, deps: OnlineDeps): void {
  listOnlineRoute(app, deps);
  listVisits(app, deps);
  inviteVisitorRoute(app, deps);
  withdrawInvitation(app, deps);
  blockVisitor(app, deps);
}

/** Maximum rows in one response. */
const mostShown = 500;

function listOnlineRoute(app: FastifyInstance, deps: OnlineDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/visitors/online",
    action: "visitors.read",
    tag: "visitors",
    summary: "Visitors with a page open that has a widget, the longest on the site first",
    status: 200,
    answer: VisitorsOnline,
    handle: (call) => listOnline(deps, call),
  });
}
async function listOnline(deps: OnlineDeps, { principal }: Call<unknown, unknown, unknown>): Promise<VisitorsOnline> {
  const account = principal.accountId;
  const config = await deps.config(account);
  const sight = sightOf(deps, principal);
  const here = deps.here
    .online(account)
    .filter(({ channelId }) => sight.seesAllChats || config.channels.get(channelId)?.operators.has(principal.operatorId) === true)
    .toSorted((a, b) => a.since - b.since);
  const shown = here.slice(-mostShown);
  const rows = await deps.visitors.listOf(
    account,
    sight,
    shown.map((one) => one.visitorId),
  );
  const known = new Map(rows.map((row) => [row.visitor.id, row]));
  const now = deps.clock.now();
  return {
    items: shown.flatMap((one): VisitorOnline[] => {
      const row = known.get(one.visitorId);
      return row === undefined ? [] : [onlineWire(row, one, config, now, deps.rights.masksText(principal))];
    }),
    total: here.length,
  };
}

function listVisits(app: FastifyInstance, deps: OnlineDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/visitors/:number/visits",
    action: "visitors.read",
    tag: "visitors",
    summary: "A visitor's visits of sites with a widget, the latest first",
    params: VisitorParams,
    query: PageQuery,
    status: 200,
    answer: Visits,
    handle: async ({ principal, params, query }) => {
      const account = principal.accountId;
      const limit = query.limit ?? 50;
      const { visitor } = await seen(deps, principal, params.number);
      const [before] = query.cursor === undefined ? [] : placeOf("visits", query.cursor, 1);
      const rows = await deps.visitors.visits(account, visitor.id, { limit: limit + 1, ...(before === undefined ? {} : { before }) });
      const config = await deps.config(account);
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      return {
        items: items.map((row) => visitWire(row, config)),
        next_cursor: rows.length > limit && last !== undefined ? cursorOf("visits", [last.id]) : null,
      };
    },
  });
}

function inviteVisitorRoute(app: FastifyInstance, deps: OnlineDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/visitors/:number/invite",
    action: "chats.answer",
    tag: "visitors",
    summary: "Invite a visitor who is on the site to a chat",
    params: VisitorParams,
    body: InviteVisitor,
    status: 200,
    answer: VisitorOnline,
    handle: (call) => inviteVisitor(deps, call),
  });
}
function inviteVisitor(deps: OnlineDeps, call: Call<Static<typeof VisitorParams>, unknown, InviteVisitor>): Promise<VisitorOnline> {
  return onceAround(deps, call, async () => {
    const { principal, params, body } = call;
    const account = principal.accountId;
    const row = await seen(deps, principal, params.number);
    const config = await deps.config(account);
    refuseInvitation(config, row, deps.clock.now());
    const text = cleanText(body.text).trim();
    if (isBlank(text)) refuse("invalid_request", "The invitation has no text.", { field: "text" });
    const departmentId = body.department_id ?? null;
    if (departmentId !== null && !config.departments.has(departmentId))
      refuse("invalid_request", "There is no such department.", { field: "department_id" });
    const by = config.operators.get(principal.operatorId);
    const sent = deps.here.invite(account, row.visitor.id, {
      text,
      departmentId,
      operatorId: principal.operatorId,
      agent: { name: by?.name ?? principal.name, photo: by?.photo ?? "" },
    });
    if (sent === "enough") refuse("at_limit", "This visitor was invited as often as the widget allows in one visit.");
    const one = sent === "gone" ? undefined : hereNow(deps, account, row.visitor.id);
    if (one === undefined) return refuse("not_available", "This visitor has left the site.");
    return onlineWire(row, one, config, deps.clock.now(), deps.rights.masksText(principal));
  });
}

function withdrawInvitation(app: FastifyInstance, deps: OnlineDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/visitors/:number/invite/withdraw",
    action: "chats.answer",
    tag: "visitors",
    summary: "Take back the invitation that an operator sent and the visitor has not answered",
    params: VisitorParams,
    status: 200,
    answer: VisitorOnline,
    handle: (call) =>
      onceAround(deps, call, async () => {
        const { principal, params } = call;
        const account = principal.accountId;
        const row = await seen(deps, principal, params.number);
        const one = hereNow(deps, account, row.visitor.id);
        if (one === undefined) return refuse("not_available", "This visitor has left the site.");
        if (!deps.here.withdraw(account, row.visitor.id))
          refuse("not_open", "No operator's invitation waits for this visitor's answer: he has answered, or it was taken back before.");
        return onlineWire(
          row,
          { ...one, invitation: null },
          await deps.config(account),
          deps.clock.now(),
          deps.rights.masksText(principal),
        );
      }),
  });
}

function blockVisitor(app: FastifyInstance, deps: OnlineDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/visitors/:number/block",
    action: "visitors.write",
    tag: "visitors",
    summary: "Block a visitor who has no running chat",
    params: VisitorParams,
    body: BlockVisitor,
    status: 200,
    answer: VisitorWithActivity,
    handle: async (call) => {
      const { principal, params, body } = call;
      const { accountId: account, operatorId } = principal;
      const row = await seen(deps, principal, params.number);
      refuseRunning(row, "He has a running chat: block him there.");
      const { id: visitorId, number } = row.visitor;
      await changeSettings(deps, call, "blacklist.block", async (tx, now) => {
        const until = untilOf(body?.until, now) ?? null;
        const reason = optional(body?.reason) ?? null;
        const named = { kind: "visitor" as const, value: String(visitorId), shown: String(number) };
        const [same] = await deps.blacklist.same(tx, account, named, now);
        if (same !== undefined) return { result: null, changed: [], target: `visitor ${number}` };
        await refuseFull(deps, tx, account, now);
        const entry = { ...named, until, reason, chatId: null, by: operatorId, managed: false, now };
        const id = await deps.blacklist.add(tx, account, entry);
        return { result: null, changed: [{ kind: "blacklist" as const, id }], target: `visitor ${number}` };
      });
      return visitorWire(row, await deps.config(account), deps.clock.now());
    },
  });
}

async function seen(deps: OnlineDeps, principal: Principal, number: string): Promise<VisitorRecord> {
  return found(await deps.visitors.find(principal.accountId, sightOf(deps, principal), idOf(number, "visitor")), "visitor");
}
const hereNow = (deps: OnlineDeps, account: number, visitorId: number): OnlineVisitor | undefined =>
  deps.here.online(account).find((one) => one.visitorId === visitorId);

function refuseInvitation(config: AccountConfig, row: VisitorRecord, now: number): void {
  if (findBlock(config.blockList, factsOfVisitor(row), now) !== null) refuse("visitor_blocked", "This visitor is blocked.");
  refuseRunning(row, "He has a running chat: write there.");
}
function refuseRunning({ last }: VisitorRecord, words: string): void {
  if (last !== null && last.chat.state !== "closed") refuse("already_running", words, { chatId: last.chat.id });
}
