import type { CustomData } from "../../entity.ts";
import type { ChatData, NewEvent, VisitorData } from "../../event.ts";
import type { CommandContext, CommandHandler } from "../../command.ts";
import type { PageData } from "./update-visit.ts";
import {
  createFieldEvents,
  listUsableClaims,
  withClaimedFields,
  type FieldClaims,
} from "../../field-values.ts";
import { mergeContact } from "../../visitor/resolve.ts";
import { isRunningChatState } from "../state-machine.ts";

/** Contacts that a response can contain, in the order in which they are stored (WH-044). */
export const webhookContacts = ["name", "phone", "email"] as const;
type WebhookContact = (typeof webhookContacts)[number];

/** Parsed and limited data of a webhook's response (WH-043 – WH-048). null: not in the response. */
export interface WebhookData {
  /** Contains only non-empty values. */
  readonly contacts: { readonly [F in WebhookContact]?: string };
  readonly customData: readonly PageData[] | null;
  readonly assign: boolean | null;
  readonly crmLink: string | null;
  readonly page: { readonly url: string; readonly title: string | null } | null;
  readonly fields: FieldClaims | null;
}
export interface ApplyWebhookData {
  /** Endpoint of the webhook that responded. Ids ascend in the order of WH-050. */
  readonly endpointId: number;
  readonly data: WebhookData;
}
type WebhookValues = Readonly<Record<string, number>>;
/** Fields that have a single value. The endpoint with the lowest id wins (WH-050). */
export type WebhookField =
  | keyof WebhookData["contacts"]
  | "link"
  | "assign"
  | "page"
  | `fields.${string}`;

/** Result of storing the data of a response in its chat. */
export interface AppliedData {
  /** Whether the chat had already ended, so that nothing was stored (WH-049). */
  readonly late: boolean;
  /** Fields that keep the value of another webhook, which has precedence (WH-050). */
  readonly outranked: readonly WebhookField[];
  /** Keys of values that no field takes (WH-117). */
  readonly unusable: readonly string[];
}

/**
 * Applies a webhook's response to its current chat (WH-043 – WH-050, WH-117): contacts and fields
 * with source `webhook`, CRM link, assign button and page. Its custom data replaces its earlier
 * custom data. The events have `cause: "webhook"`, so they cause no webhook. Subject: `{chat}`.
 */
export function applyWebhookData(input: ApplyWebhookData): CommandHandler<AppliedData> {
  return (context) => {
    const chat = context.chat?.entity;
    const visitor = context.visitor?.entity;
    if (chat === undefined || visitor === undefined || !isRunningChatState(chat.state))
      return { events: [], answer: { late: true, outranked: [], unusable: [] } };
    const { data, endpointId } = input;
    const setBy: Record<string, number> = { ...chat.given };
    const outranked: WebhookField[] = [];
    const claimField = (field: WebhookField, value: unknown): boolean => {
      if (value === undefined || value === null) return false;
      if ((setBy[field] ?? endpointId) < endpointId) {
        outranked.push(field);
        return false;
      }
      setBy[field] = endpointId;
      return true;
    };
    const { claims, unusable } = selectFields(context, data.fields, claimField);
    const nextVisitor = withClaimedFields(
      context,
      "visitor",
      mergeContacts(context, visitor, data.contacts, claimField),
      claims,
    );
    const chatWithFields = withClaimedFields(context, "chat", chat, claims);
    const next = withWebhookValues(
      {
        ...chatWithFields,
        custom_data:
          data.customData === null
            ? chat.custom_data
            : mergeCustomData(chat.custom_data, endpointId, data.customData),
        crm: withCrm(
          chat.crm,
          claimField("link", data.crmLink) ? data.crmLink : chat.crm.link,
          claimField("assign", data.assign) ? data.assign : null,
        ),
        page: claimField("page", data.page) ? data.page : chat.page,
      },
      setBy,
    );
    const cause = "webhook" as const;
    const events: readonly NewEvent[] = [
      ...(nextVisitor === visitor
        ? []
        : [{ name: "visitor_updated" as const, visitor: nextVisitor, cause }]),
      ...createFieldEvents(
        { object: "visitor", chat_id: chat.id },
        visitor.fields,
        nextVisitor.fields,
        { cause },
      ),
      ...(JSON.stringify(next) === JSON.stringify(chat)
        ? []
        : [{ name: "chat_updated" as const, chat: next, cause }]),
      ...createFieldEvents({ object: "chat", chat_id: chat.id }, chat.fields, next.fields, {
        cause,
      }),
    ];
    return { events, answer: { late: false, outranked, unusable } };
  };
}

/** Returns the values of fields that the webhook may set, and the keys of unusable ones. */
function selectFields(
  { config }: CommandContext,
  fields: FieldClaims | null,
  claimField: (field: WebhookField, value: unknown) => boolean,
): { readonly claims?: FieldClaims; readonly unusable: readonly string[] } {
  if (fields === null) return { unusable: [] };
  const usable = new Map(
    listUsableClaims(config, fields).map(({ key, value }) => [key, value] as const),
  );
  const values = [...usable].filter(([key, value]) => claimField(`fields.${key}`, value));
  return {
    claims: { ...fields, values: Object.fromEntries(values) },
    unusable: Object.keys(fields.values).filter((key) => !usable.has(key)),
  };
}

/** Merges contacts as if the visitor had entered them, and keeps their source (WH-044). */
function mergeContacts(
  context: CommandContext,
  visitor: VisitorData,
  contacts: WebhookData["contacts"],
  claimField: (field: WebhookField, value: unknown) => boolean,
): VisitorData {
  let next = visitor;
  for (const field of webhookContacts) {
    const value = contacts[field];
    if (value === undefined || !claimField(field, value)) continue;
    const merged = mergeContact(context, visitor, field, { value, source: "webhook" });
    if (merged !== visitor[field]) next = { ...next, [field]: merged };
  }
  return next;
}

/** Returns the data of all endpoints in order of their ids, then of the page (WH-043, WH-050). */
function mergeCustomData(
  present: ChatData["custom_data"],
  endpointId: number,
  list: NonNullable<WebhookData["customData"]>,
): CustomData[] {
  const entries = list.map(({ title, content, link, key }): CustomData => ({
    title,
    content,
    link,
    key,
    source: "webhook",
    endpoint: endpointId,
  }));
  const others = present.filter(
    (entry) => entry.source === "webhook" && entry.endpoint !== endpointId,
  );
  const earlierEntries = others.filter((entry) => (entry.endpoint ?? 0) < endpointId);
  const laterEntries = others.filter((entry) => (entry.endpoint ?? 0) > endpointId);
  return [
    ...earlierEntries,
    ...entries,
    ...laterEntries,
    ...present.filter((entry) => entry.source === "page"),
  ];
}

/** `assigned` belongs to one link, so a chat with a new link can be assigned again (WH-045). */
function withCrm(
  crm: ChatData["crm"],
  link: string | null,
  assign: boolean | null,
): ChatData["crm"] {
  return {
    ...crm,
    link,
    assign: assign ?? crm.assign,
    assigned: link !== null && (crm.assigned_links ?? []).includes(link),
  };
}

function withWebhookValues(chat: ChatData, setBy: WebhookValues): ChatData {
  return Object.keys(setBy).length === 0 ? chat : { ...chat, given: setBy };
}
