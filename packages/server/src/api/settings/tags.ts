import type { FastifyInstance } from "fastify";
import { ChatTags, IdParams, maxTags, NewTag, NoContent, PageQuery, Tag, TagPatch, Tags } from "@parlour/protocol/api";
import { Chat } from "@parlour/protocol";
import { type TagRecord, listTags, findTag, createTag, updateTag, deleteTag } from "../../store/settings/content/tag.ts";
import { tagChat } from "../../core/chat/tag.ts";
import { refuse } from "../../core/failure.ts";
import type { ChatDeps } from "../chats/chat-serializer.ts";
import { executeChatCommand } from "../chats/execute-command.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { paginate } from "../kit/cursor.ts";
import { requireFound, parseId, rejectNotFound } from "../kit/ids.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { changeSettings, requireText, assertNotManaged } from "../kit/change-settings.ts";
import { readerForTransaction } from "../../store/database/transaction-reader.ts";
import type { Sql } from "../../store/database/sql.ts";

/** Registers the routes for tags and for the tags of a chat (API-044). */
export function tagRoutes(app: FastifyInstance, deps: ChatDeps): void {
  listTagsRoute(app, deps);
  getTagRoute(app, deps);
  createTagRoute(app, deps);
  renameTagRoute(app, deps);
  deleteTagRoute(app, deps);
  tagChatRoute(app, deps);
}

function listTagsRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/tags",
    action: "chats.read",
    tag: "tags",
    summary: "Tags of the account",
    query: PageQuery,
    status: 200,
    answer: Tags,
    handle: async ({ principal, query }) => {
      const page = paginate("tags", await listTags(deps.reader, principal.accountId), query);
      return { ...page, items: page.items.map(serializeTag) };
    },
  });
}
function getTagRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/tags/:id",
    action: "chats.read",
    tag: "tags",
    summary: "One tag",
    params: IdParams,
    status: 200,
    answer: Tag,
    handle: async ({ principal, params }) =>
      serializeTag(requireFound(await findTag(deps.reader, principal.accountId, parseId(params.id, "tag")), "tag")),
  });
}
function createTagRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/tags",
    action: "account.manage",
    tag: "tags",
    summary: "Create a tag",
    body: NewTag,
    status: 201,
    answer: Tag,
    handle: async (context) => {
      const account = context.principal.accountId;
      const name = requireText(context.body.name, "name");
      return changeSettings(deps, context, "tag.create", async (tx, now) => {
        if ((await listTags(readerForTransaction(tx), account)).length >= maxTags)
          refuse("invalid_request", `An account has at most ${maxTags} tags. Delete one first.`);
        const id = await createTag(tx, account, { name, managed: false, now });
        if (id === null) nameConflict();
        return { result: serializeTag(await loadTag(tx, account, id)), changed: [{ kind: "tag", id }], target: `tag ${id} ${name}` };
      });
    },
  });
}
function renameTagRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "PATCH",
    url: "/tags/:id",
    action: "account.manage",
    tag: "tags",
    summary: "Rename a tag; chats that have it keep the name it was put on with",
    params: IdParams,
    body: TagPatch,
    status: 200,
    answer: Tag,
    handle: async (context) => {
      const account = context.principal.accountId;
      const id = parseId(context.params.id, "tag");
      const name = requireText(context.body.name, "name");
      return changeSettings(deps, context, "tag.change", async (tx) => {
        assertNotManaged(context, await loadTag(tx, account, id));
        if ((await updateTag(tx, account, id, { name })) === "name_taken") nameConflict();
        return { result: serializeTag(await loadTag(tx, account, id)), changed: [{ kind: "tag", id }], target: `tag ${id}: name` };
      });
    },
  });
}
function deleteTagRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: "/tags/:id",
    action: "account.manage",
    tag: "tags",
    summary: "Delete a tag; chats keep its name",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      const account = context.principal.accountId;
      const id = parseId(context.params.id, "tag");
      return changeSettings(deps, context, "tag.delete", async (tx) => {
        assertNotManaged(context, await loadTag(tx, account, id));
        if (!(await deleteTag(tx, account, id))) rejectNotFound("tag");
        return { result: null, changed: [{ kind: "tag", id }], target: `tag ${id}` };
      });
    },
  });
}

function tagChatRoute(app: FastifyInstance, deps: ChatDeps): void {
  declareRoute(app, deps.auth, {
    method: "PUT",
    url: "/chats/:id/tags",
    action: "chats.answer",
    tag: "tags",
    summary: "Say which tags the chat has; a closed one too",
    params: IdParams,
    body: ChatTags,
    status: 200,
    answer: Chat,
    handle: ({ principal, params, body, key }) =>
      executeChatCommand(deps, principal, parseId(params.id, "chat"), tagChat({ operatorId: principal.operatorId, tags: body.tags }), key),
  });
}

async function loadTag(tx: Sql, account: number, id: number): Promise<TagRecord> {
  return requireFound((await listTags(readerForTransaction(tx), account)).find((tag) => tag.id === id) ?? null, "tag");
}
function nameConflict(): never {
  refuse("name_taken", "A tag with this name exists already.", { field: "name" });
}
const serializeTag = (row: TagRecord): Tag => ({ id: row.id, name: row.name, created_at: row.createdAt, managed: row.managed });
