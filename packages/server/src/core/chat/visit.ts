import { blocks } from "../blacklist/match.ts";
import type { CustomData, Session } from "../entity.ts";
import type { ChatDraft } from "../event.ts";
import type { Verb } from "../ports.ts";
import { movedTo } from "./moved.ts";

/** What a page says of the visitor (WG-043, WG-044), bounded and cleaned by the edge. */
export type PageData = Pick<CustomData, "title" | "content" | "link" | "key">;
export type PageAttributes = NonNullable<ChatDraft["attributes"]>;

export interface VisitChange {
  readonly channelId: number;
  /** The same as `subject.customer.key`. */
  readonly customer: string;
  /** What the blacklist looks at (CORE-070). */
  readonly session: Session;
  readonly userToken?: string;
  /** Absent: as before. A list or a record replaces the earlier one (WG-041). */
  readonly page?: NonNullable<ChatDraft["page"]>;
  readonly customData?: readonly PageData[];
  readonly attributes?: PageAttributes;
}

/**
 * The visitor of a widget looks at another page, or the page says something else of him: his running chat shows it (WG-041, WG-064). Without a
 * running chat, from a blocked visitor (CORE-071) and when it says the same again nothing happens. Subject: `{customer}`. Answers `{}`.
 */
export function visitChanged(input: VisitChange): Verb {
  return (scene) => {
    const nothing = { events: [], answer: "{}" };
    const chat = scene.running?.entity;
    if (chat === undefined || blocks(scene, { channelId: input.channelId, key: input.customer }, input) !== null) return nothing;
    const next = withVisit(chat, input);
    if (JSON.stringify(next) === JSON.stringify(chat)) return nothing;
    return { events: [{ name: "chat_updated", chat: next, cause: "visitor" }], answer: "{}" };
  };
}

/** The chat with what is known of the visit now. */
export function withVisit(chat: ChatDraft, said: Pick<VisitChange, "page" | "customData" | "attributes">): ChatDraft {
  const { page, customData, attributes } = said;
  const isMoved = page !== undefined && (page.url !== chat.page?.url || page.title !== chat.page.title);
  return {
    ...(isMoved ? movedTo(chat, page) : chat),
    ...(customData === undefined ? {} : { custom_data: [...chat.custom_data.filter(isOfWebhook), ...customData.map(ofPage)] }),
    ...(attributes === undefined ? {} : { attributes }),
  };
}

function isOfWebhook({ source }: CustomData): boolean {
  return source === "webhook";
}
/** WG-042. */
function ofPage({ title, content, link, key }: PageData): CustomData {
  return { title, content, link, key, source: "page", endpoint: null };
}
