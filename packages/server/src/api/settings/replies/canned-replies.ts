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
import { refuse } from "../../../core/failure.ts";
import {
  type ReplyRecord,
  listReplies,
  findReply,
  createReply,
  updateReply,
  deleteReply,
  countReplyUse,
} from "../../../store/settings/content/canned-reply.ts";
import { paginate } from "../../kit/cursor.ts";
import { requireFound, parseId, rejectNotFound } from "../../kit/ids.ts";
import { replyAudience, canChangeReply, assertReplyLimit, toReplyRow } from "./reply-validation.ts";
import { replyFileRoutes } from "./reply-files.ts";
import { declareRoute, type ResourceRequestContext } from "../../kit/declare-route.ts";
import { changeSettings, assertNotManaged } from "../../kit/change-settings.ts";
import { readerForTransaction } from "../../../store/database/transaction-reader.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";

/** Registers the routes for quick replies (API-048). */
export function cannedReplyRoutes(app: FastifyInstance, deps: RouteDeps): void {
  replyFileRoutes(app, deps);
  listRepliesRoute(app, deps);
  getReplyRoute(app, deps);
  createReplyRoute(app, deps);
  changeReplyRoute(app, deps);
  deleteReplyRoute(app, deps);
  useReplyRoute(app, deps);
}

function listRepliesRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/canned-replies",
    action: "chats.read",
    tag: "canned replies",
    summary: "Quick replies the asker may use: his own, his departments', the account's",
    query: CannedRepliesQuery,
    status: 200,
    answer: CannedReplies,
    handle: async ({ principal, query }) => {
      const page = paginate(
        "canned_replies",
        await listReplies(deps.reader, principal.accountId, replyAudience(principal)),
        query,
      );
      return { ...page, items: page.items.map(serializeReply) };
    },
  });
}
function getReplyRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/canned-replies/:id",
    action: "chats.read",
    tag: "canned replies",
    summary: "One quick reply",
    params: IdParams,
    status: 200,
    answer: CannedReply,
    handle: async ({ principal, params }) =>
      serializeReply(
        requireFound(
          await findReply(
            deps.reader,
            principal.accountId,
            replyAudience(principal),
            parseId(params.id, "reply"),
          ),
          "reply",
        ),
      ),
  });
}
function createReplyRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/canned-replies",
    action: "chats.answer",
    tag: "canned replies",
    summary:
      "Create a quick reply; those of departments and of the account by who manages the account",
    body: NewCannedReply,
    status: 201,
    answer: CannedReply,
    handle: async (context) => {
      const { principal, body } = context;
      const account = principal.accountId;
      assertCanChange(context, body.scope);
      const input = { department_id: null, folder: "", language: "", ...body };
      const row = toReplyRow(input, principal.operatorId, await deps.config(account));
      return changeSettings(deps, context, "canned_reply.create", async (tx, now) => {
        await assertReplyLimit(tx, account, principal.operatorId, {
          all: 1,
          own: row.scope === "own" ? 1 : 0,
        });
        const id = await createReply(tx, account, row, now);
        if (id === null) shortcutConflict();
        const created = requireFound(
          await findReply(readerForTransaction(tx), account, replyAudience(principal), id),
          "reply",
        );
        return {
          result: serializeReply(created),
          changed: [{ kind: "canned_reply", id }],
          target: `canned reply ${id} ${row.shortcut}`,
        };
      });
    },
  });
}
function changeReplyRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "PATCH",
    url: "/canned-replies/:id",
    action: "chats.answer",
    tag: "canned replies",
    summary: "Change a quick reply",
    params: IdParams,
    body: CannedReplyPatch,
    status: 200,
    answer: CannedReply,
    handle: (context) => changeReply(deps, context),
  });
}
async function changeReply(
  deps: RouteDeps,
  context: ResourceRequestContext<CannedReplyPatch>,
): Promise<CannedReply> {
  const { principal, body } = context;
  const account = principal.accountId;
  const id = parseId(context.params.id, "reply");
  const config = await deps.config(account);
  return changeSettings(deps, context, "canned_reply.change", async (tx, now) => {
    const audience = replyAudience(principal);
    const before = requireFound(
      await findReply(readerForTransaction(tx), account, audience, id),
      "reply",
    );
    assertNotManaged(context, before);
    assertCanChange(context, before.scope);
    assertCanChange(context, body.scope ?? before.scope);
    const isMoved = body.scope !== undefined && body.scope !== before.scope;
    const { scope, folder, shortcut, language, text } = before;
    const merged = {
      scope,
      department_id: isMoved ? null : before.departmentId,
      folder,
      shortcut,
      language,
      text,
      ...body,
    };
    const row = toReplyRow(merged, principal.operatorId, config);
    if (isMoved && row.scope === "own")
      await assertReplyLimit(tx, account, principal.operatorId, { all: 0, own: 1 });
    if (
      (await updateReply(tx, account, id, { ...row, managed: before.managed }, now)) ===
      "name_taken"
    )
      shortcutConflict();
    const after = requireFound(
      await findReply(readerForTransaction(tx), account, audience, id),
      "reply",
    );
    return {
      result: serializeReply(after),
      changed: [{ kind: "canned_reply", id }],
      target: `canned reply ${id}: ${Object.keys(body).join(", ")}`,
    };
  });
}
function deleteReplyRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: "/canned-replies/:id",
    action: "chats.answer",
    tag: "canned replies",
    summary: "Delete a quick reply",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      const account = context.principal.accountId;
      const id = parseId(context.params.id, "reply");
      return changeSettings(deps, context, "canned_reply.delete", async (tx) => {
        const row = requireFound(
          await findReply(readerForTransaction(tx), account, replyAudience(context.principal), id),
          "reply",
        );
        assertNotManaged(context, row);
        assertCanChange(context, row.scope);
        if (!(await deleteReply(tx, account, id))) rejectNotFound("reply");
        return {
          result: null,
          changed: [{ kind: "canned_reply", id }],
          target: `canned reply ${id} ${row.shortcut}`,
        };
      });
    },
  });
}
function useReplyRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
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
      const id = parseId(params.id, "reply");
      requireFound(
        await findReply(deps.reader, principal.accountId, replyAudience(principal), id),
        "reply",
      );
      await countReplyUse(deps.sql, principal.accountId, id, principal.operatorId);
      return null;
    },
  });
}

function assertCanChange(
  { principal }: { readonly principal: Parameters<typeof canChangeReply>[0] },
  scope: ReplyRecord["scope"],
): void {
  if (!canChangeReply(principal, scope))
    refuse("forbidden", "Only owners and admins can change shared replies.");
}
function shortcutConflict(): never {
  refuse("name_taken", "A reply with this shortcut and language already exists for these people.", {
    field: "shortcut",
  });
}

function serializeReply(row: ReplyRecord): CannedReply {
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
