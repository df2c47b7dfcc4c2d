import {
  EmptyBody,
  IdParams,
  IgnoredEmail,
  IgnoredEmailChat,
  IgnoredEmails,
  IgnoredEmailsQuery,
} from "@parlour/protocol/api";
import type { FastifyInstance } from "fastify";
import {
  canSeeAllChats,
  canSeeChannel,
  maskFor,
  maskIgnoredEmail,
  type Principal,
} from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import {
  countIgnoredEmails,
  findIgnoredEmail,
  listIgnoredEmails,
  markIgnoredEmailAccepted,
  readRawIgnoredEmail,
  type IgnoredEmailRow,
} from "../../store/visitors/ignored-email.ts";
import { cutPage, decodeCursor } from "../kit/cursor.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { runIdempotent } from "../kit/change-settings.ts";
import { parseId, requireFound } from "../kit/ids.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

export interface IgnoredEmailDeps extends RouteDeps {
  readonly connectors: {
    /** Stores an ignored email of a channel as a message (MAIL-084). */
    acceptIgnored(
      account: number,
      channelId: number,
      raw: Buffer,
    ): Promise<{ readonly chatId: number }>;
  };
}

/** Registers the routes for emails that became no chat (API-415 to API-417). */
export function ignoredEmailRoutes(app: FastifyInstance, deps: IgnoredEmailDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/ignored-emails",
    action: "chats.read",
    tag: "channels",
    summary: "List ignored emails",
    query: IgnoredEmailsQuery,
    status: 200,
    answer: IgnoredEmails,
    handle: async ({ principal, query }) => {
      const { limit = 50, cursor, channel } = query;
      const channels = await selectChannels(deps, principal, channel);
      const [before] = decodeCursor("ignored", cursor, 1);
      const [rows, total] = await Promise.all([
        listIgnoredEmails(deps.reader, principal.accountId, {
          channels,
          limit: limit + 1,
          before,
        }),
        countIgnoredEmails(deps.reader, principal.accountId, channels),
      ]);
      const page = cutPage("ignored", rows, limit, ({ id }) => [id]);
      return { ...page, items: page.items.map((row) => serializeEmail(principal, row)), total };
    },
  });
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/ignored-emails/:id",
    action: "chats.read",
    tag: "channels",
    summary: "Get an ignored email",
    params: IdParams,
    status: 200,
    answer: IgnoredEmail,
    handle: async ({ principal, params }) =>
      serializeEmail(principal, await loadEmail(deps, principal, params.id)),
  });
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/ignored-emails/:id/chat",
    action: "chats.answer",
    tag: "channels",
    summary: "Start a chat from an ignored email",
    params: IdParams,
    body: EmptyBody,
    status: 200,
    answer: IgnoredEmailChat,
    handle: (context) =>
      runIdempotent(deps, context, async () => ({
        chat_id: await acceptEmail(deps, context.principal, context.params.id),
      })),
  });
}

/** A repeat returns the same chat, because the email is stored once (CON-030). */
async function acceptEmail(
  deps: IgnoredEmailDeps,
  principal: Principal,
  id: string,
): Promise<number> {
  const { accountId } = principal;
  const email = await loadEmail(deps, principal, id);
  if (email.chatId !== null) return email.chatId;
  if (email.reason === "mail_loop")
    refuse("not_available", "The channel sent this email itself, so it starts no chat.");
  const raw = requireFound(await readRawIgnoredEmail(deps.sql, accountId, email.id), "email");
  const { chatId } = await deps.connectors.acceptIgnored(accountId, email.channelId, raw);
  await markIgnoredEmailAccepted(deps.sql, accountId, { id: email.id, chatId });
  return chatId;
}

/** Returns the channels whose emails the principal may see, or null for all. */
async function selectChannels(
  deps: RouteDeps,
  principal: Principal,
  channel: string | undefined,
): Promise<readonly number[] | null> {
  const wanted = channel === undefined ? null : parseId(channel, "channel");
  if (canSeeAllChats(principal)) return wanted === null ? null : [wanted];
  const config = await deps.config(principal.accountId);
  const own = [...config.channels.keys()].filter((id) => canSeeChannel(principal, id, config));
  return wanted === null ? own : own.filter((id) => id === wanted);
}

async function loadEmail(
  deps: RouteDeps,
  principal: Principal,
  id: string,
): Promise<IgnoredEmailRow> {
  const row = requireFound(
    await findIgnoredEmail(deps.reader, principal.accountId, parseId(id, "email")),
    "email",
  );
  const channels = await selectChannels(deps, principal, String(row.channelId));
  return requireFound(channels === null || channels.length > 0 ? row : null, "email");
}

function serializeEmail(principal: Principal, row: IgnoredEmailRow): IgnoredEmail {
  return maskFor(principal, maskIgnoredEmail, {
    id: row.id,
    channel: { id: row.channelId, name: row.channelName },
    reason: row.reason as IgnoredEmail["reason"],
    from: row.from,
    name: row.name,
    subject: row.subject,
    text: row.text,
    received_at: row.receivedAt,
    chat_id: row.chatId,
  });
}
