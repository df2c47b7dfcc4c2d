import type { FastifyInstance } from "fastify";
import {
  CannedReplies,
  CannedRepliesQuery,
  CannedReply,
  CannedReplyPatch,
  IdParams,
  NewCannedReply,
  NoContent,
  EmptyBody,
} from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import type { ReplyRecord } from "../../core/record/canned-reply.ts";
import { pageOf } from "./cursor.ts";
import type { Deps } from "./deps.ts";
import { found, idOf, unknown } from "./ids.ts";
import { askerOf, mayChange, refuseTooMany, replyRow } from "./reply-input.ts";
import { replyFileRoutes } from "./reply-files.ts";
import { route, type IdCall } from "./route.ts";
import { changeSettings, refuseManaged, type SettingsDeps } from "./settings.ts";

export type ReplyDeps = SettingsDeps & Pick<Deps, "auth" | "rights" | "config" | "cannedReplies">;

/** Registers the routes for quick replies (API-048). */
export function cannedReplyRoutes(app: FastifyInstance, deps: ReplyDeps): void {
  replyFileRoutes(app, deps);
  listReplies(app, deps);
  oneReply(app, deps);
  createReply(app, deps);
  changeReplyRoute(app, deps);
  deleteReply(app, deps);
  useReply(app, deps);
}

function listReplies(app: FastifyInstance, deps: ReplyDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/canned-replies",
    action: "chats.read",
    tag: "canned replies",
    summary: "Quick replies the asker may use: his own, his departments', the account's",
    query: CannedRepliesQuery,
    status: 200,
    answer: CannedReplies,
    handle: async ({ principal, query }) => {
      const page = pageOf("canned_replies", await deps.cannedReplies.list(principal.accountId, askerOf(deps, principal)), query);
      return { ...page, items: page.items.map(wire) };
    },
  });
}
function oneReply(app: FastifyInstance, deps: ReplyDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/canned-replies/:id",
    action: "chats.read",
    tag: "canned replies",
    summary: "One quick reply",
    params: IdParams,
    status: 200,
    answer: CannedReply,
    handle: async ({ principal, params }) =>
      wire(found(await deps.cannedReplies.find(principal.accountId, askerOf(deps, principal), idOf(params.id, "reply")), "reply")),
  });
}
function createReply(app: FastifyInstance, deps: ReplyDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/canned-replies",
    action: "chats.answer",
    tag: "canned replies",
    summary: "Create a quick reply; those of departments and of the account by who manages the account",
    body: NewCannedReply,
    status: 201,
    answer: CannedReply,
    handle: async (call) => {
      const { principal, body } = call;
      const account = principal.accountId;
      refuseOthers(deps, call, body.scope);
      const given = { department_id: null, folder: "", language: "", ...body };
      const row = replyRow(given, principal.operatorId, await deps.config(account));
      return changeSettings(deps, call, "canned_reply.create", async (tx, now) => {
        await refuseTooMany(deps, tx, account, principal.operatorId, { all: 1, own: row.scope === "own" ? 1 : 0 });
        const id = await deps.cannedReplies.create(tx, account, row, now);
        if (id === null) shortcutTaken();
        const made = found(await deps.cannedReplies.findIn(tx, account, askerOf(deps, principal), id), "reply");
        return { result: wire(made), changed: [{ kind: "canned_reply", id }], target: `canned reply ${id} ${row.shortcut}` };
      });
    },
  });
}
function changeReplyRoute(app: FastifyInstance, deps: ReplyDeps): void {
  route(app, deps.auth, {
    method: "PATCH",
    url: "/canned-replies/:id",
    action: "chats.answer",
    tag: "canned replies",
    summary: "Change a quick reply",
    params: IdParams,
    body: CannedReplyPatch,
    status: 200,
    answer: CannedReply,
    handle: (call) => changeReply(deps, call),
  });
}
async function changeReply(deps: ReplyDeps, call: IdCall<CannedReplyPatch>): Promise<CannedReply> {
  const { principal, body } = call;
  const account = principal.accountId;
  const id = idOf(call.params.id, "reply");
  const config = await deps.config(account);
  return changeSettings(deps, call, "canned_reply.change", async (tx, now) => {
    const asker = askerOf(deps, principal);
    const before = found(await deps.cannedReplies.findIn(tx, account, asker, id), "reply");
    refuseManaged(call, before);
    refuseOthers(deps, call, before.scope);
    refuseOthers(deps, call, body.scope ?? before.scope);
    const isMoved = body.scope !== undefined && body.scope !== before.scope;
    const { scope, folder, shortcut, language, text } = before;
    const whole = { scope, department_id: isMoved ? null : before.departmentId, folder, shortcut, language, text, ...body };
    const row = replyRow(whole, principal.operatorId, config);
    if (isMoved && row.scope === "own") await refuseTooMany(deps, tx, account, principal.operatorId, { all: 0, own: 1 });
    if ((await deps.cannedReplies.update(tx, account, id, { ...row, managed: before.managed }, now)) === "name_taken") shortcutTaken();
    const after = found(await deps.cannedReplies.findIn(tx, account, asker, id), "reply");
    return {
      result: wire(after),
      changed: [{ kind: "canned_reply", id }],
      target: `canned reply ${id}: ${Object.keys(body).join(", ")}`,
    };
  });
}
function deleteReply(app: FastifyInstance, deps: ReplyDeps): void {
  route(app, deps.auth, {
    method: "DELETE",
    url: "/canned-replies/:id",
    action: "chats.answer",
    tag: "canned replies",
    summary: "Delete a quick reply",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (call) => {
      const account = call.principal.accountId;
      const id = idOf(call.params.id, "reply");
      return changeSettings(deps, call, "canned_reply.delete", async (tx) => {
        const row = found(await deps.cannedReplies.findIn(tx, account, askerOf(deps, call.principal), id), "reply");
        refuseManaged(call, row);
        refuseOthers(deps, call, row.scope);
        if (!(await deps.cannedReplies.remove(tx, account, id))) unknown("reply");
        return { result: null, changed: [{ kind: "canned_reply", id }], target: `canned reply ${id} ${row.shortcut}` };
      });
    },
  });
}
function useReply(app: FastifyInstance, deps: ReplyDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/canned-replies/:id/use",
    action: "chats.answer",
    tag: "canned replies",
    summary: "Count that the asker took it: what he takes most comes first in his list",
    params: IdParams,
    body: EmptyBody,
    status: 204,
    answer: NoContent,
    handle: async ({ principal, params }) => {
      const id = idOf(params.id, "reply");
      found(await deps.cannedReplies.find(principal.accountId, askerOf(deps, principal), id), "reply");
      await deps.cannedReplies.countUse(principal.accountId, id, principal.operatorId);
      return null;
    },
  });
}

function refuseOthers(
  deps: ReplyDeps,
  { principal }: { readonly principal: Parameters<typeof mayChange>[1] },
  scope: ReplyRecord["scope"],
): void {
  if (!mayChange(deps, principal, scope))
    refuse("forbidden", "Replies of departments and of the account are changed by who manages the account.");
}
function shortcutTaken(): never {
  refuse("name_taken", "These people have a reply with this shortcut in this language already.", { field: "shortcut" });
}

function wire(row: ReplyRecord): CannedReply {
  return {
    id: row.id,
    scope: row.scope,
    department_id: row.departmentId,
    folder: row.folder,
    shortcut: row.shortcut,
    language: row.language,
    text: row.text,
    uses: row.uses,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    managed: row.managed,
  };
}
