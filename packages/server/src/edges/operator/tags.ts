import type { FastifyInstance } from "fastify";
import { ChatTags, IdParams, maxTags, NewTag, NoContent, PageQuery, Tag, TagPatch, Tags } from "@parlour/protocol/api";
import { Chat } from "@parlour/protocol";
import type { TagRecord } from "../../core/record/tag.ts";
import { tagChat } from "../../core/chat/tag.ts";
import { refuse } from "../../core/failure.ts";
import { commandChat, type ChatCommands } from "./chat-commands.ts";
import { pageOf } from "./cursor.ts";
import type { Deps } from "./deps.ts";
import { found, idOf, unknown } from "./ids.ts";
import { route } from "./route.ts";
import { changeSettings, filled, refuseManaged, type SettingsDeps } from "./settings.ts";

type TagDeps = SettingsDeps & ChatCommands & Pick<Deps, "auth" | "tags">;

/** Registers the routes for tags and for the tags of a chat (API-044). */
export function tagRoutes(app: FastifyInstance, deps: TagDeps): void {
  listTags(app, deps);
  oneTag(app, deps);
  createTag(app, deps);
  renameTag(app, deps);
  deleteTag(app, deps);
  tagOneChat(app, deps);
}

function listTags(app: FastifyInstance, deps: TagDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/tags",
    action: "chats.read",
    tag: "tags",
    summary: "Tags of the account",
    query: PageQuery,
    status: 200,
    answer: Tags,
    handle: async ({ principal, query }) => {
      const page = pageOf("tags", await deps.tags.list(principal.accountId), query);
      return { ...page, items: page.items.map(wire) };
    },
  });
}
function oneTag(app: FastifyInstance, deps: TagDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/tags/:id",
    action: "chats.read",
    tag: "tags",
    summary: "One tag",
    params: IdParams,
    status: 200,
    answer: Tag,
    handle: async ({ principal, params }) => wire(found(await deps.tags.find(principal.accountId, idOf(params.id, "tag")), "tag")),
  });
}
function createTag(app: FastifyInstance, deps: TagDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/tags",
    action: "account.manage",
    tag: "tags",
    summary: "Create a tag",
    body: NewTag,
    status: 201,
    answer: Tag,
    handle: async (call) => {
      const account = call.principal.accountId;
      const name = filled(call.body.name, "name");
      return changeSettings(deps, call, "tag.create", async (tx, now) => {
        if ((await deps.tags.listIn(tx, account)).length >= maxTags)
          refuse("invalid_request", `An account has at most ${maxTags} tags. Delete one first.`);
        const id = await deps.tags.create(tx, account, { name, managed: false, now });
        if (id === null) nameTaken();
        return { result: wire(await one(deps, tx, account, id)), changed: [{ kind: "tag", id }], target: `tag ${id} ${name}` };
      });
    },
  });
}
function renameTag(app: FastifyInstance, deps: TagDeps): void {
  route(app, deps.auth, {
    method: "PATCH",
    url: "/tags/:id",
    action: "account.manage",
    tag: "tags",
    summary: "Rename a tag; chats that have it keep the name it was put on with",
    params: IdParams,
    body: TagPatch,
    status: 200,
    answer: Tag,
    handle: async (call) => {
      const account = call.principal.accountId;
      const id = idOf(call.params.id, "tag");
      const name = filled(call.body.name, "name");
      return changeSettings(deps, call, "tag.change", async (tx) => {
        refuseManaged(call, await one(deps, tx, account, id));
        if ((await deps.tags.update(tx, account, id, { name })) === "name_taken") nameTaken();
        return { result: wire(await one(deps, tx, account, id)), changed: [{ kind: "tag", id }], target: `tag ${id}: name` };
      });
    },
  });
}
function deleteTag(app: FastifyInstance, deps: TagDeps): void {
  route(app, deps.auth, {
    method: "DELETE",
    url: "/tags/:id",
    action: "account.manage",
    tag: "tags",
    summary: "Delete a tag; chats keep its name",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (call) => {
      const account = call.principal.accountId;
      const id = idOf(call.params.id, "tag");
      return changeSettings(deps, call, "tag.delete", async (tx) => {
        refuseManaged(call, await one(deps, tx, account, id));
        if (!(await deps.tags.remove(tx, account, id))) unknown("tag");
        return { result: null, changed: [{ kind: "tag", id }], target: `tag ${id}` };
      });
    },
  });
}

function tagOneChat(app: FastifyInstance, deps: TagDeps): void {
  route(app, deps.auth, {
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
      commandChat(deps, principal, idOf(params.id, "chat"), tagChat({ operatorId: principal.operatorId, tags: body.tags }), key),
  });
}

async function one(deps: Pick<Deps, "tags">, tx: Parameters<Deps["tags"]["listIn"]>[0], account: number, id: number): Promise<TagRecord> {
  return found((await deps.tags.listIn(tx, account)).find((tag) => tag.id === id) ?? null, "tag");
}
function nameTaken(): never {
  refuse("name_taken", "A tag with this name exists already.", { field: "name" });
}
const wire = (row: TagRecord): Tag => ({ id: row.id, name: row.name, created_at: row.createdAt, managed: row.managed });
