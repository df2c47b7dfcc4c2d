import type {
  Call,
  ChatEntity,
  Delivery,
  FieldChange,
  OfflineMessage,
  Visitor,
} from "../../../core/entity.ts";
import type { AccountConfig, WebhookBlock } from "../../../core/command.ts";
import type { Claim } from "../../../delivery/queue/index.ts";
import type { AgentData, EventData, EventDataReader } from "../event-data.ts";
import type { ChatBodyInput, CommonBodyInput } from "../format/body.ts";

/** What the body of any event is built from. */
export interface EventInput extends CommonBodyInput {
  readonly entry: EntryData;
  readonly chat: ChatEntity | null;
  readonly visitor: Visitor;
  /** Whether the webhook sends the texts of messages (WH-109). */
  readonly sendsText: boolean;
  readonly claim: Claim;
  readonly material: EventDataReader;
}
export interface EventInputDeps {
  readonly material: EventDataReader;
  readonly config: (account: number) => Promise<AccountConfig>;
}
/** Data of the journal entries that cause webhook events (API-107). */
interface EntryData {
  readonly chat?: ChatEntity;
  readonly crm_link?: string;
  readonly call?: Call;
  readonly offline_message?: OfflineMessage;
  readonly visitor?: Visitor;
  readonly delivery?: Delivery;
  readonly change?: FieldChange;
}

/** Reads the data of an event. */
export async function loadInput(
  { material, config }: EventInputDeps,
  claim: Claim,
): Promise<EventInput> {
  const { account, endpointId, delivery, source } = claim;
  const entry = JSON.parse(source.entry.body) as EntryData;
  const settings = await config(account);
  // Null for an offline message.
  const { chatId } = delivery;
  // Merged changes, calls and messages use the current chat. All other events use the chat at the
  // time of the event.
  const usesEntryChat = delivery.event !== "chat_updated" && entry.chat !== undefined;
  const chat = usesEntryChat
    ? (entry.chat ?? null)
    : chatId === null
      ? null
      : await material.chat(account, chatId);
  const visitor =
    chat?.visitor ??
    entry.offline_message?.visitor ??
    (await loadVisitor(material, account, entry));
  const { blocks = new Set<WebhookBlock>(), sendsText = false } =
    [...settings.webhooks.values()].find((webhook) => webhook.endpointId === endpointId) ?? {};
  const facts: EventData = await material.facts({
    account,
    endpointId,
    chatId,
    visitorId: visitor.id,
    position: delivery.position,
    at: delivery.createdAt,
    withInvitation:
      delivery.event === "chat_finished" || chat?.state === "closed" || blocks.has("invitation"),
  });
  const at = delivery.createdAt;
  return {
    entry,
    chat,
    visitor,
    claim,
    material,
    config: settings,
    facts,
    blocks,
    sendsText,
    at,
  };
}

/** Loads the visitor of an entry about a visitor without a running chat. */
async function loadVisitor(
  material: EventDataReader,
  account: number,
  { visitor, change }: EntryData,
): Promise<Visitor> {
  const { id } = assertPresent(visitor ?? change?.visitor);
  return assertPresent(await material.visitor(account, id));
}

/** Adds the operator who has the chat. */
export async function withAgent(input: EventInput): Promise<ChatBodyInput> {
  const chat = assertPresent(input.chat);
  return { ...input, chat, agent: await loadOperator(input, chat.assignee?.id) };
}

export async function loadOperator(
  { material, claim }: EventInput,
  id: number | undefined,
): Promise<AgentData | null> {
  return id === undefined ? null : ((await material.operators(claim.account, [id]))[0] ?? null);
}

export function assertPresent<T>(value: T | null | undefined): T {
  if (value === null || value === undefined)
    throw new Error("the object of a webhook event does not exist");
  return value;
}
