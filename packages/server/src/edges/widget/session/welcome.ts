import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { WidgetHello, WidgetWelcome } from "@parlour/protocol/widget";
import { isCallFinished } from "../../../core/call/transitions.ts";
import { refuse } from "../../../core/failure.ts";
import type { AccountConfig } from "../../../core/command.ts";
import { isBlocked } from "./block-check.ts";
import { serializeCall } from "../format/call.ts";
import { serializeChat, serializeContacts } from "../format/chat.ts";
import { serializeMessage } from "../format/message.ts";
import type { VisitorWithChat } from "../types.ts";
import type { VisitorConnection } from "../visitor-connection.ts";
import { computeAvailability, getCallRestrictions } from "./availability.ts";
import { applySignedIdentity, saveUserToken } from "./contacts.ts";
import {
  type HandshakeDeps,
  type IdentifiedVisitor,
  copyVisitorToConnection,
} from "./handshake.ts";
import { findNamedSegments } from "./widget-triggers.ts";

/**
 * Maximum number of messages in the welcome. The widget requests earlier ones with `older`. Every
 * window has at least these, so it receives changes of them (WG-262).
 */
export const maxInitialMessages = 50;
const maxCatchUpMessages = 500;

/**
 * Builds the welcome frame. Call this function after the connection is registered, so that no entry
 * is missed in between.
 */
export async function buildWelcome(
  deps: HandshakeDeps,
  identified: IdentifiedVisitor,
  hello: WidgetHello,
): Promise<WidgetWelcome> {
  const { connection, token } = identified;
  const { account, widget } = connection;
  await applyIdentity(deps, identified);
  const config = await deps.config(account);
  const storedVisitor = await loadVisitor(deps, connection);
  const replyMin = await deps.replyTimes.get(account, widget.channelId);
  const now = deps.clock.now();
  const call = await deps.store.findCall(account, storedVisitor.id, hello.call ?? null);
  connection.callId = call === null || isCallFinished(call) ? null : call.id;
  const { chat } = storedVisitor;
  const queue =
    chat === null ? null : await deps.store.findQueuePosition(account, config, chat.entity);
  connection.chat =
    chat === null ? null : serializeChat({ ...chat.entity, seq: chat.seq }, config, queue);
  copyVisitorToConnection(connection, storedVisitor.visitor);
  connection.segments = findNamedSegments(config, connection, storedVisitor.visitor, now);
  const { reset, messages } = await loadMessages(deps, { account, config }, hello.after, chat);
  return {
    type: "welcome",
    token,
    number: storedVisitor.number,
    contacts: serializeContacts(storedVisitor.visitor),
    signed: connection.isSigned,
    situation: computeAvailability(config, widget, {
      isOnline: (id) => deps.operators.isOnline(account, id),
      now,
      callRestrictions: getCallRestrictions(deps.limits, connection),
      replyMin,
      country: connection.session.geoip.country_code,
      segments: connection.segments,
    }),
    chat: connection.chat,
    reset,
    messages: [...messages],
    call: call === null ? null : serializeCall(call),
    invitation: null,
    quiet: isBlocked(config, connection, now),
    has_written: chat !== null,
    ...omitAbsent({
      consented: storedVisitor.visitor.consent !== undefined || undefined,
      key:
        hello.sealed === true
          ? deps.secrets.deriveStorageKey(account, storedVisitor.id)
          : undefined,
    }),
  };
}

/** Applies the identity from the site (WG-046, WG-047) before the welcome is built. */
async function applyIdentity(
  deps: HandshakeDeps,
  { connection, signed, userToken }: IdentifiedVisitor,
): Promise<void> {
  if (userToken !== null) await saveUserToken(deps, connection, userToken);
  if (signed !== null) await applySignedIdentity(deps, connection, signed);
}

async function loadVisitor(
  { store }: HandshakeDeps,
  { account, widget, customer }: VisitorConnection,
): Promise<VisitorWithChat> {
  const storedVisitor = await store.findVisitor(account, widget.channelId, customer);
  return (
    storedVisitor ?? refuse("temporarily_unavailable", "The visitor cannot be read at the moment.")
  );
}

/**
 * Returns up to 500 messages after the last one that the widget has, and the changed ones of the 50
 * before them (WG-262). If the widget missed more, returns the 50 latest.
 */
async function loadMessages(
  deps: HandshakeDeps,
  { account, config }: { readonly account: number; readonly config: AccountConfig },
  after: WidgetHello["after"],
  chat: VisitorWithChat["chat"],
): Promise<Pick<WidgetWelcome, "reset" | "messages">> {
  if (chat === null) return { reset: true, messages: [] };
  const isSame =
    after !== null &&
    after.chat_id === chat.id &&
    after.seq <= chat.seq &&
    chat.seq - after.seq <= maxCatchUpMessages;
  const rows = await deps.store.messages(
    account,
    chat.id,
    isSame
      ? {
          after: Math.max(0, after.seq - maxInitialMessages),
          limit: maxInitialMessages + maxCatchUpMessages,
        }
      : { limit: maxInitialMessages },
  );
  const missed = isSame
    ? rows.filter((row) => row.seq > after.seq || row.edited_at !== undefined)
    : rows;
  return { reset: !isSame, messages: missed.flatMap((row) => serializeMessage(row, config) ?? []) };
}
