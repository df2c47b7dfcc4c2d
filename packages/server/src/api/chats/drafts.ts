import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import {
  Draft,
  DraftChange,
  Drafts,
  IdParams,
  Mentions,
  maxDrafts,
  PageQuery,
} from "@parlour/protocol/api";
import type { DraftRecord } from "../../store/chats/chat-record.ts";
import { refuse } from "../../core/failure.ts";
import { parseId } from "../kit/ids.ts";
import {
  declareRoute,
  type RequestContext,
  type ResourceRequestContext,
} from "../kit/declare-route.ts";
import { requireVisibleChat, getChatVisibility } from "./visibility.ts";
import { listDrafts, saveDraft } from "../../store/chats/draft.ts";
import { listMentions } from "../../store/chats/mention.ts";
import type { RealtimePort } from "../kit/realtime-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

interface DraftDeps extends RouteDeps {
  readonly realtime: RealtimePort;
}

/** Registers the routes for drafts (API-045) and for mentions in notes (API-046). */
export function draftRoutes(app: FastifyInstance, deps: DraftDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/drafts",
    action: "chats.answer",
    tag: "chats",
    summary: "List your drafts",
    query: PageQuery,
    status: 200,
    answer: Drafts,
    handle: async ({ principal }) => ({
      items: (await listDrafts(deps.reader, principal.accountId, principal.operatorId)).map(
        serializeDraft,
      ),
      next_cursor: null,
    }),
  });
  declareRoute(app, deps.auth, {
    method: "PUT",
    url: "/chats/:id/draft",
    action: "chats.answer",
    tag: "chats",
    summary: "Save your draft in a chat",
    params: IdParams,
    body: DraftChange,
    status: 200,
    answer: Draft,
    once: { because: "A repeat stores the same draft." },
    handle: (context) => putDraft(deps, context),
  });
  mentionRoute(app, deps);
}

function mentionRoute(app: FastifyInstance, deps: DraftDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/mentions",
    action: "chats.read",
    tag: "chats",
    summary: "List unread notes that mention you",
    query: PageQuery,
    status: 200,
    answer: Mentions,
    handle: (context) => readMentions(deps, context),
  });
}
async function putDraft(
  deps: DraftDeps,
  { principal, params, body }: ResourceRequestContext<DraftChange>,
): Promise<Draft> {
  const { accountId, operatorId } = principal;
  const chatId = parseId(params.id, "chat");
  assertFieldsFitMode(body);
  await requireVisibleChat(deps, principal, chatId);
  const { draft, taken: isSaved } = await saveDraft(
    deps.sql,
    principal,
    {
      chatId,
      mode: body.mode,
      text: body.text,
      email: body.email ?? null,
      version: body.version,
      begunSeq: body.begun_seq ?? null,
    },
    { now: deps.clock.now(), max: maxDrafts },
  );
  if (isSaved)
    deps.realtime.publishDraft({ account: accountId, operatorId, draft: serializeDraft(draft) });
  return serializeDraft(draft);
}
/** A draft of an email has its recipients and its subject, and the others have a text (API-497). */
function assertFieldsFitMode({ mode, text, email }: DraftChange): void {
  if (mode === "email" && text !== "")
    refuse("invalid_request", "Save the text of an email in the draft with mode text.", {
      field: "text",
    });
  if (mode !== "email" && email !== undefined)
    refuse("invalid_request", "Only a draft of mode email has this field.", { field: "email" });
}
async function readMentions(
  deps: DraftDeps,
  { principal }: RequestContext<unknown, Static<typeof PageQuery>, unknown>,
): Promise<Static<typeof Mentions>> {
  return {
    items: (await listMentions(deps.reader, principal.accountId, getChatVisibility(principal))).map(
      ({ chatId, seq, at }) => ({
        chat_id: chatId,
        seq,
        at,
      }),
    ),
    next_cursor: null,
  };
}

const serializeDraft = (draft: DraftRecord): Draft => ({
  chat_id: draft.chatId,
  mode: draft.mode,
  text: draft.text,
  ...omitAbsent({ email: draft.email ?? undefined, begun_seq: draft.begunSeq ?? undefined }),
  version: draft.version,
  updated_at: draft.updatedAt,
});
