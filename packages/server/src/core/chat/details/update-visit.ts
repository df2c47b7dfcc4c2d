import { omitAbsent } from "@parlour/protocol/omit-absent";
import { findBlockForVisitor } from "../../blacklist/match.ts";
import type { CustomData, VisitSource } from "../../entity.ts";
import type { AccountConfig, CommandContext, CommandHandler } from "../../command.ts";
import type { ChatData, NewEvent } from "../../event.ts";
import {
  createFieldEvents,
  listUsableClaims,
  withClaimedFields,
  type FieldClaims,
} from "../../field-values.ts";
import { resolveVisitor } from "../../visitor/resolve.ts";
import { withPage } from "./change-page.ts";

/** Data of the host page about the visitor (WG-043, WG-044), limited and cleaned by the edge. */
export type PageData = Pick<CustomData, "title" | "content" | "link" | "key">;
export type PageAttributes = NonNullable<ChatData["attributes"]>;

/** New data of a visit. A list or record replaces the earlier one (WG-041). */
interface VisitData {
  readonly page?: NonNullable<ChatData["page"]> | undefined;
  readonly customData?: readonly PageData[] | undefined;
  readonly attributes?: PageAttributes | undefined;
  /** Values of fields of the visitor and of the chat (FLD-015). */
  readonly fields?: FieldClaims | undefined;
}
/** Data that is absent stays unchanged. */
export interface VisitChange extends VisitData {
  readonly channelId: number;
  /** Key of the visitor, equal to `subject.customer.key`. */
  readonly customer: string;
  /** The visit, needed for the block list (CORE-070). */
  readonly session: VisitSource;
  readonly userToken?: string | undefined;
}

/**
 * Updates the visitor's current chat after the page or its data changed (WG-041, WG-064, WG-263),
 * and the fields of the visitor. Does nothing if there is no current chat, the visitor is blocked
 * (CORE-071) or nothing changed. Subject: `{customer}`. Result: `{}`.
 */
export function updateVisit(input: VisitChange): CommandHandler<null> {
  return (context) => {
    const nothing = { events: [], answer: null };
    const chat = context.currentChat?.entity;
    if (
      chat === undefined ||
      findBlockForVisitor(context, { channelId: input.channelId, key: input.customer }, input) !==
        null
    )
      return nothing;
    const { events } = resolveVisitor(context, { customer: null, fields: input.fields }, "page");
    const next = withVisit(context, chat, input);
    const isSame = JSON.stringify(next) === JSON.stringify(chat);
    return { events: [...events, ...createVisitEvents(chat, isSame ? chat : next)], answer: null };
  };
}

/** Returns the events of a chat that changed by what its visitor did. None if it is the same. */
export const createVisitEvents = (chat: ChatData, next: ChatData): readonly NewEvent[] =>
  next === chat
    ? []
    : [
        { name: "chat_updated", chat: next, cause: "visitor" },
        ...createFieldEvents({ object: "chat", chat_id: chat.id }, chat.fields, next.fields),
      ];

/** Returns the chat with new data of the visit. A value that a field takes is not an attribute. */
export function withVisit(
  context: CommandContext,
  chat: ChatData,
  { page, customData, attributes, fields }: VisitData,
): ChatData {
  const hasNewPage =
    page !== undefined && (page.url !== chat.page?.url || page.title !== chat.page.title);
  const next: ChatData = {
    ...(hasNewPage ? withPage(chat, page) : chat),
    ...omitAbsent({
      custom_data:
        customData === undefined
          ? undefined
          : [...chat.custom_data.filter(isFromWebhook), ...customData.map(toPageEntry)],
      attributes:
        attributes === undefined ? undefined : omitFields(context.config, attributes, fields),
    }),
  };
  return withClaimedFields(context, "chat", next, fields);
}

function omitFields(
  config: AccountConfig,
  attributes: PageAttributes,
  fields: FieldClaims | undefined,
): PageAttributes {
  if (fields === undefined) return attributes;
  const taken = new Set(listUsableClaims(config, fields).map(({ key }) => key));
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => !taken.has(key)));
}

function isFromWebhook({ source }: CustomData): boolean {
  return source === "webhook";
}
/** Converts data of the host page into custom data with its source (WG-042). */
function toPageEntry({ title, content, link, key }: PageData): CustomData {
  return { title, content, link, key, source: "page", endpoint: null };
}
