import type { FastifyInstance } from "fastify";
import {
  Forwarding,
  ForwardedChats,
  ForwardingSettings,
  ForwardingState,
  NoContent,
  PageQuery,
  type ForwardedChat,
} from "@parlour/protocol/api";
import { generateAnswerSecret } from "../../auth/secrets.ts";
import { refuse } from "../../core/failure.ts";
import type { Sql } from "../../store/database/sql.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import {
  countForwardedChats,
  listForwardedChats,
  type ForwardedChat as StoredChat,
} from "../../store/move-in/forwarded-chats.ts";
import {
  deleteOldSystem,
  findOldSystem,
  insertOldSystem,
  updateOldSystem,
  type OldSystem,
} from "../../store/move-in/old-system.ts";
import { assertAllowedUrl } from "../integrations/endpoint-validation.ts";
import { assertNotManagedByFile, changeSettings } from "../kit/change-settings.ts";
import { cutPage, decodeCursor } from "../kit/cursor.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import { requireFound } from "../kit/ids.ts";
import { authorizeOutboundUrl } from "../kit/outbound-address.ts";
import type { OutboundPort } from "../kit/outbound-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { dayMs, figureMs, roundFigure } from "./figures.ts";

export interface ForwardingDeps extends RouteDeps {
  readonly publicUrl: () => string;
  readonly outbound: OutboundPort;
}

const shared = {
  action: "data.manage",
  tag: "imports",
  url: "/imports/parallel/forwarding",
} as const;
const listedDays = 30;
const name = "Old system";

/** Registers the routes of the old system behind a channel (MV-080, MV-086, MV-087). */
export function forwardingRoutes(app: FastifyInstance, deps: ForwardingDeps): void {
  declareRoute(app, deps.auth, {
    ...shared,
    method: "GET",
    summary: "Get the forwarding to the old system",
    status: 200,
    answer: ForwardingState,
    handle: async ({ principal }) => ({
      forwarding: await loadForwarding(deps, principal.accountId),
    }),
  });
  declareRoute(app, deps.auth, {
    ...shared,
    method: "PUT",
    summary: "Set the forwarding to the old system",
    body: ForwardingSettings,
    status: 200,
    answer: Forwarding,
    handle: async (context) => {
      await saveForwarding(deps, context);
      const { accountId } = context.principal;
      return requireFound(await loadForwarding(deps, accountId), "forwarding");
    },
  });
  declareRoute(app, deps.auth, {
    ...shared,
    method: "DELETE",
    summary: "End the forwarding to the old system",
    status: 204,
    answer: NoContent,
    handle: (context) =>
      changeSettings(deps, context, "data.move_in", async (tx) => {
        const { accountId } = context.principal;
        await loadChangeable(tx, context, accountId);
        const ended = await deleteOldSystem(tx, accountId);
        const { channelId, endpointId } = requireFound(ended, "forwarding");
        return {
          result: null,
          changed: [
            { kind: "channel", id: channelId },
            { kind: "endpoint", id: endpointId },
          ],
          target: `${name}: end`,
        };
      }),
  });
  chatsRoute(app, deps);
}

async function saveForwarding(
  deps: ForwardingDeps,
  context: RequestContext<unknown, unknown, ForwardingSettings>,
): Promise<void> {
  const { principal, body } = context;
  const { accountId } = principal;
  const { url, operators_answer = true, chats_ring = false } = body;
  const channelId = body.channel_id;
  const channel = (await deps.config(accountId)).channels.get(channelId);
  if (channel === undefined || channel.deleted || channel.kind !== "api")
    refuse("invalid_request", "There is no such chat API channel.", { field: "channel_id" });
  const current = await findOldSystem(deps.reader, accountId);
  const hasNewTexts = current === null || current.url !== url || current.channelId !== channelId;
  const address = hasNewTexts ? await authorizeOutboundUrl(deps, principal, url) : null;
  if (current?.url !== url) await assertAllowedUrl(deps, principal, { url, field: "url" });
  const settings = { channelId, url, operatorsAnswer: operators_answer, chatsRing: chats_ring };
  await changeSettings(deps, context, "data.move_in", async (tx, now) => {
    const { seal } = deps.secrets;
    const secret = generateAnswerSecret();
    const stored = await loadChangeable(tx, context, accountId);
    if (stored === null) await insertOldSystem(tx, accountId, { ...settings, secret, now, seal });
    else await updateOldSystem(tx, accountId, stored.endpointId, settings);
    const channels = new Set([channelId, stored?.channelId ?? channelId]);
    return {
      result: undefined,
      changed: [...channels].map((id) => ({ kind: "channel" as const, id })),
      target: `${name} of ${channel.name}: answers ${operators_answer ? "here too" : "there only"}, ${chats_ring ? "rings" : "rings not"}`,
      opened: address && { address, by: `channel ${channelId}` },
    };
  });
}

/** Returns the old system of the account. Refuses to change one that the file manages. */
async function loadChangeable(
  tx: Sql,
  context: Parameters<typeof assertNotManagedByFile>[0],
  account: number,
): Promise<OldSystem | null> {
  const stored = await findOldSystem(createTransactionReader(tx), account);
  if (stored !== null) assertNotManagedByFile(context, stored);
  return stored;
}

async function loadForwarding(deps: ForwardingDeps, account: number): Promise<Forwarding | null> {
  const row = await findOldSystem(deps.reader, account);
  if (row === null) return null;
  const { endpointId } = row;
  const since = deps.clock.now() - figureMs;
  const figures = await countForwardedChats(deps.reader, account, { endpointId, since });
  return {
    channel_id: row.channelId,
    url: row.url,
    operators_answer: row.operatorsAnswer,
    chats_ring: row.chatsRing,
    endpoint_id: endpointId,
    answers_url: `${deps.publicUrl()}/parallel/${deps.secrets.open(row.secret)}/answers`,
    created_at: row.createdAt,
    managed: row.managed,
    figures: {
      chats: figures.chats,
      in_both: figures.inBoth,
      missing: figures.missing,
      messages: figures.messages,
      answered_in_both: figures.answeredInBoth,
      old_system_first_answer_ms: roundFigure(figures.oldSystemFirstAnswerMs),
      operator_first_answer_ms: roundFigure(figures.operatorFirstAnswerMs),
      delay_ms: roundFigure(figures.delayMs),
      delay_p95_ms: roundFigure(figures.delayP95Ms),
    },
  };
}

function chatsRoute(app: FastifyInstance, deps: ForwardingDeps): void {
  declareRoute(app, deps.auth, {
    ...shared,
    method: "GET",
    url: "/imports/parallel/forwarding/chats",
    summary: "List chats that are forwarded to the old system",
    query: PageQuery,
    status: 200,
    answer: ForwardedChats,
    async handle({ principal, query: { limit = 50, cursor } }) {
      const { accountId } = principal;
      const row = requireFound(await findOldSystem(deps.reader, accountId), "forwarding");
      const now = deps.clock.now();
      const [before = now + dayMs, beforeChat = 0] = decodeCursor("forwarded_chats", cursor, 2);
      const rows = await listForwardedChats(deps.reader, accountId, {
        endpointId: row.endpointId,
        since: now - listedDays * dayMs,
        before,
        beforeChat,
        limit: limit + 1,
      });
      const page = cutPage("forwarded_chats", rows, limit, ({ at, id }) => [at, id]);
      return { ...page, items: page.items.map(serializeChat) };
    },
  });
}

const serializeChat = (chat: StoredChat): ForwardedChat => ({
  chat_id: chat.id,
  visitor: chat.visitor,
  at: new Date(chat.at).toISOString(),
  messages: chat.messages,
  forwarded: chat.delivered,
  old_system_answers: chat.oldSystemAnswers,
  operator_answers: chat.operatorAnswers,
  difference:
    chat.delivered + chat.pending < chat.messages
      ? "missing"
      : chat.pending > 0
        ? "waiting"
        : chat.oldSystemAnswers > 0 && chat.operatorAnswers > 0
          ? "answered_in_both"
          : "none",
});
