import { findBlockForVisitor } from "../../blacklist/match.ts";
import type { CustomData, VisitSource } from "../../entity.ts";
import type { ChatData } from "../../event.ts";
import type { CommandHandler } from "../../command.ts";
import { withPage } from "./change-page.ts";

/**
 * Data of the host page about the visitor (WG-043, WG-044), already limited and cleaned by the
 * edge.
 */
export type PageData = Pick<CustomData, "title" | "content" | "link" | "key">;
export type PageAttributes = NonNullable<ChatData["attributes"]>;

export interface VisitChange {
  readonly channelId: number;
  /** Key of the visitor, equal to `subject.customer.key`. */
  readonly customer: string;
  /** The visit, needed for the block list (CORE-070). */
  readonly session: VisitSource;
  readonly userToken?: string | undefined;
  /** Fields that are absent stay unchanged. A list or record replaces the earlier one (WG-041). */
  readonly page?: NonNullable<ChatData["page"]> | undefined;
  readonly customData?: readonly PageData[] | undefined;
  readonly attributes?: PageAttributes | undefined;
}

/**
 * Updates the visitor's current chat after the page or its data changed (WG-041, WG-064). Does
 * nothing if there is no current chat, the visitor is blocked (CORE-071) or nothing changed.
 * Subject: `{customer}`. Result: `{}`.
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
    const next = withVisit(chat, input);
    if (JSON.stringify(next) === JSON.stringify(chat)) return nothing;
    return { events: [{ name: "chat_updated", chat: next, cause: "visitor" }], answer: null };
  };
}

/** Returns the chat with new data of the visit. */
export function withVisit(
  chat: ChatData,
  change: Pick<VisitChange, "page" | "customData" | "attributes">,
): ChatData {
  const { page, customData, attributes } = change;
  const hasNewPage =
    page !== undefined && (page.url !== chat.page?.url || page.title !== chat.page.title);
  return {
    ...(hasNewPage ? withPage(chat, page) : chat),
    ...(customData === undefined
      ? {}
      : {
          custom_data: [...chat.custom_data.filter(isFromWebhook), ...customData.map(toPageEntry)],
        }),
    ...(attributes === undefined ? {} : { attributes }),
  };
}

function isFromWebhook({ source }: CustomData): boolean {
  return source === "webhook";
}
/** Converts data of the host page into custom data with its source (WG-042). */
function toPageEntry({ title, content, link, key }: PageData): CustomData {
  return { title, content, link, key, source: "page", endpoint: null };
}
