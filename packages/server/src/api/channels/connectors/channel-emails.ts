import { ChannelEmails, IdParams, type ChannelEmail } from "@parlour/protocol/api";
import type { FastifyInstance } from "fastify";
import { canSeeChannel, maskChannelEmail, maskFor, type Principal } from "../../../auth/index.ts";
import type { Delivery } from "../../../core/entity.ts";
import { visitorDisplayName } from "../../../core/visitor/resolve.ts";
import {
  countChannelEmails,
  listReceivedEmails,
  readSentEmails,
  type ReceivedEmailRow,
  type SentEmailRow,
} from "../../../store/deliveries/channel-email.ts";
import { listDeliveries } from "../../../store/deliveries/delivery-list.ts";
import { findChannel } from "../../../store/settings/channels/channel.ts";
import { listIgnoredEmails, type IgnoredEmailRow } from "../../../store/visitors/ignored-email.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import { parseId, requireFound } from "../../kit/ids.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";

const maxItems = 10;

/** Registers the route for the latest emails of a mail channel (MAIL-163, API-499). */
export function channelEmailsRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/channels/:id/emails",
    action: "chats.read",
    tag: "channels",
    summary: "List the latest emails of a channel",
    params: IdParams,
    status: 200,
    answer: ChannelEmails,
    handle: async ({ principal, params }) => {
      const account = principal.accountId;
      const channel = await findMailChannel(deps, principal, parseId(params.id, "channel"));
      const [totals, received, ignored, sent] = await Promise.all([
        countChannelEmails(deps.reader, account, channel, deps.clock.now()),
        listReceivedEmails(deps.reader, account, channel.id, maxItems),
        listIgnoredEmails(deps.reader, account, { channels: [channel.id], limit: maxItems }),
        listSent(deps, account, channel.endpointId),
      ]);
      const { day, week, waiting, isCapped } = totals;
      const items = [...received.map(toReceived), ...ignored.map(toIgnored), ...sent]
        .toSorted((a, b) => (a.at < b.at ? 1 : -1))
        .slice(0, maxItems);
      return {
        day: { ...day },
        week: { ...week },
        waiting,
        is_capped: isCapped,
        items: items.map((item) => maskFor(principal, maskChannelEmail, item)),
      };
    },
  });
}

/** Finds an email channel whose chats the principal may see. Throws `not_found`. */
async function findMailChannel(
  { reader, config }: RouteDeps,
  principal: Principal,
  id: number,
): Promise<{ readonly id: number; readonly endpointId: number }> {
  const channel = requireFound(await findChannel(reader, principal.accountId, id), "channel");
  const isVisible = canSeeChannel(principal, id, await config(principal.accountId));
  const endpointId = channel.kind === "mail" && isVisible ? channel.facts.endpointId : null;
  return { id, endpointId: requireFound(endpointId, "channel") };
}

async function listSent(
  { reader }: RouteDeps,
  account: number,
  endpointId: number,
): Promise<readonly ChannelEmail[]> {
  const { items } = await listDeliveries(reader, account, { endpointId, limit: maxItems });
  const messages = items.flatMap(({ chat_id, seq }) =>
    chat_id === null || seq === null ? [] : [{ chatId: chat_id, seq }],
  );
  const rows = await readSentEmails(reader, account, messages);
  return items.map((delivery) =>
    toSent(
      delivery,
      rows.find(
        ({ chatId, message }) => chatId === delivery.chat_id && message.seq === delivery.seq,
      ),
    ),
  );
}

const nothing = { others: 0, verified: null, ignored: null, delivery: null };

function toReceived({ at, chatId, chatNumber, message }: ReceivedEmailRow): ChannelEmail {
  const { origin, author } = message;
  return {
    ...nothing,
    direction: "received",
    at,
    name: author.name,
    address: origin?.from ?? "",
    subject: origin?.subject ?? "",
    chat_id: chatId,
    chat_number: chatNumber,
    verified: origin?.verified === true,
  };
}

function toIgnored({ id, reason, from, name, subject, receivedAt }: IgnoredEmailRow): ChannelEmail {
  return {
    ...nothing,
    direction: "received",
    at: receivedAt,
    name,
    address: from,
    subject,
    chat_id: null,
    chat_number: null,
    ignored: { id, reason: reason as NonNullable<ChannelEmail["ignored"]>["reason"] },
  };
}

function toSent(delivery: Delivery, row: SentEmailRow | undefined): ChannelEmail {
  const { id, state, attempts, error } = delivery;
  return {
    ...nothing,
    direction: "sent",
    at: delivery.created_at,
    ...toRecipient(row),
    subject: row?.message.email?.subject ?? row?.answeredSubject ?? "",
    chat_id: delivery.chat_id,
    chat_number: delivery.chat_number ?? null,
    delivery: { id, state, attempts, error },
  };
}

/** Returns the first recipient of an email, or else the visitor of its chat. */
function toRecipient(
  row: SentEmailRow | undefined,
): Pick<ChannelEmail, "name" | "address" | "others"> {
  if (row === undefined) return { name: "", address: "", others: 0 };
  const { visitor, message } = row;
  const { to = [], cc = [], bcc = [] } = message.email ?? {};
  const [first, ...others] = [...to, ...cc, ...bcc];
  if (first !== undefined)
    return { name: first.name, address: first.address, others: others.length };
  return {
    name: visitor === null ? "" : visitorDisplayName(visitor),
    address: visitor?.email?.value ?? "",
    others: 0,
  };
}
