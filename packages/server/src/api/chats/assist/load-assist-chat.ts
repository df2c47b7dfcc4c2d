import type { AssistChat, AssistLine } from "../../../assist/index.ts";
import { mustMaskText, type Principal } from "../../../auth/index.ts";
import { formatContent } from "../../../core/bot/plain-text.ts";
import type { ChatEntity, Message } from "../../../core/entity.ts";
import { refuse } from "../../../core/failure.ts";
import { findChat } from "../../../store/chats/chat.ts";
import { listChatIds } from "../../../store/chats/list/chat-list.ts";
import { listMessages } from "../../../store/chats/message.ts";
import { requireChatModel } from "../../integrations/require-chat-model.ts";
import { findModel, type ModelRecord } from "../../../store/model/model.ts";
import { requireFound } from "../../kit/ids.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";
import { getChatVisibility } from "../visibility.ts";

/** The connected model of an account, and what it may get. */
export interface ConnectedModel {
  readonly name: string;
  readonly sendsNotes: boolean;
  readonly sendsEarlierChats: boolean;
}

const maxMessages = 60;
const maxEarlierChats = 3;
const maxEarlierMessages = 20;

/** What a request needs. A translation server is enough for a translation. */
export type NeededModel = "chat model" | "translation";

/** Throws `forbidden` if the role reads no texts, and `model_not_set_up` without what it needs. */
export async function requireModel(
  { reader }: RouteDeps,
  principal: Principal,
  needed: NeededModel,
): Promise<ConnectedModel> {
  return toConnectedModel(principal, await findModel(reader, principal.accountId), needed);
}
function toConnectedModel(
  principal: Principal,
  record: ModelRecord,
  needed: NeededModel,
): ConnectedModel {
  if (mustMaskText(principal))
    refuse("forbidden", "Your role cannot read messages, so a model cannot write about them.");
  const { also_send } = record.model;
  const { translator } = record;
  const isByTranslator = needed === "translation" && translator !== null;
  return {
    name: isByTranslator ? new URL(translator.url).host : requireChatModel(record),
    sendsNotes: also_send.notes,
    sendsEarlierChats: also_send.earlier_chats,
  };
}

/** Loads what the model gets of a chat that the principal may see (ASSIST-002). */
export async function loadAssistChat(
  deps: RouteDeps,
  principal: Principal,
  id: number,
  needed: NeededModel = "chat model",
): Promise<{ readonly chat: AssistChat; readonly model: ConnectedModel }> {
  const account = principal.accountId;
  const [record, settings, messages] = await Promise.all([
    findChat(deps.reader, account, getChatVisibility(principal), id),
    findModel(deps.reader, account),
    listMessages(deps.reader, account, id, { limit: maxMessages }),
  ]);
  const { chat } = requireFound(record, "chat");
  const model = toConnectedModel(principal, settings, needed);
  const { name } = chat.visitor;
  return {
    model,
    chat: {
      account,
      id,
      lines: messages.flatMap((message) => toLines(message, model)),
      earlier: model.sendsEarlierChats ? await loadEarlier(deps, principal, chat, model) : [],
      visitorNames: name ? [name.value] : [],
      language: chat.session?.language?.slice(0, 2).toLowerCase() || null,
    },
  };
}

/** Loads lines of the visitor's other chats that the principal may see. */
async function loadEarlier(
  { reader, clock }: RouteDeps,
  principal: Principal,
  { id, visitor }: ChatEntity,
  model: ConnectedModel,
): Promise<readonly AssistLine[]> {
  const account = principal.accountId;
  const chats = await listChatIds(reader, account, getChatVisibility(principal), {
    visitorNumbers: [visitor.number],
    sort: "created",
    limit: 1_000,
    now: clock.now(),
  });
  const earlier = (chats ?? []).filter((chat) => chat !== id).slice(-maxEarlierChats);
  const messages = await Promise.all(
    earlier.map((chat) => listMessages(reader, account, chat, { limit: maxEarlierMessages })),
  );
  return messages.flat().flatMap((message) => toLines(message, model));
}

/** Returns what the model gets of a message. */
export function toLines(message: Message, { sendsNotes }: ConnectedModel): readonly AssistLine[] {
  const { author, kind, blacklisted } = message;
  const isNote = kind === "note";
  if (author.kind === "system" || blacklisted === true || (isNote && !sendsNotes)) return [];
  const words = formatContent(message);
  if (words === "") return [];
  const writer = author.kind === "visitor" ? "customer" : author.kind;
  return [{ author: isNote ? "note" : writer, text: words }];
}
