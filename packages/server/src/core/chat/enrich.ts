import type { CustomData } from "../entity.ts";
import type { ChatDraft, Event, VisitorDraft } from "../event.ts";
import type { Scene, Verb } from "../ports.ts";
import { learn } from "../visitor/recognise.ts";
import { isRunning } from "./state.ts";

/**
 * Data of a webhook's reply, parsed and limited by its edge (WH-043 – WH-048); null: not in the
 * reply.
 */
export interface ReplyData {
  /** Non-empty values only. */
  readonly contacts: { readonly name?: string; readonly phone?: string; readonly email?: string };
  readonly customData: readonly Pick<CustomData, "title" | "content" | "link" | "key">[] | null;
  readonly assign: boolean | null;
  readonly crmLink: string | null;
  readonly page: { readonly url: string; readonly title: string | null } | null;
}
export interface EnrichChat {
  /**
   * Endpoint of the webhook that replied. Ids ascend with creation, which is the order of WH-050.
   */
  readonly endpointId: number;
  readonly data: ReplyData;
}
type Given = Readonly<Record<string, number>>;
/** Fields with a single value: the endpoint with the lowest id wins (WH-050). */
export type EnrichField = keyof ReplyData["contacts"] | "link" | "assign" | "page";

/**
 * Applies a webhook's reply to its current chat (WH-043 – WH-050): contacts with source `webhook`,
 * CRM link, assign button and page. Its custom data replaces its earlier custom data. The events
 * have `cause: "webhook"`, so they cause no `chat_updated` webhook.
 * Subject: `{chat}`. Answers `{"late":boolean,"outranked":[…]}`. `late`: the chat is closed and
 * nothing was applied (WH-049). `outranked`: fields that an earlier webhook has set (WH-050).
 */
export function enrichChat(input: EnrichChat): Verb {
  return (scene) => {
    const chat = scene.chat?.entity;
    const visitor = scene.visitor?.entity;
    if (chat === undefined || visitor === undefined || !isRunning(chat.state))
      return { events: [], answer: '{"late":true,"outranked":[]}' };
    const { data, endpointId } = input;
    const given: Record<string, number> = { ...chat.given };
    const outranked: EnrichField[] = [];
    const wins = (field: EnrichField, value: unknown): boolean => {
      if (value === undefined || value === null) return false;
      if ((given[field] ?? endpointId) < endpointId) {
        outranked.push(field);
        return false;
      }
      given[field] = endpointId;
      return true;
    };
    const nextVisitor = withContacts(scene, visitor, data.contacts, wins);
    const next = withGiven(
      {
        ...chat,
        custom_data: data.customData === null ? chat.custom_data : joined(chat.custom_data, endpointId, data.customData),
        crm: withCrm(chat.crm, wins("link", data.crmLink) ? data.crmLink : chat.crm.link, wins("assign", data.assign) ? data.assign : null),
        page: wins("page", data.page) ? data.page : chat.page,
      },
      given,
    );
    const events: readonly Event[] = [
      ...(nextVisitor === visitor ? [] : [{ name: "visitor_updated" as const, visitor: nextVisitor, cause: "webhook" as const }]),
      ...(JSON.stringify(next) === JSON.stringify(chat) ? [] : [{ name: "chat_updated" as const, chat: next, cause: "webhook" as const }]),
    ];
    return { events, answer: JSON.stringify({ late: false, outranked }) };
  };
}

/** Merges contacts as if the visitor had entered them, and keeps the source (WH-044). */
function withContacts(
  scene: Scene,
  visitor: VisitorDraft,
  contacts: ReplyData["contacts"],
  wins: (field: EnrichField, value: unknown) => boolean,
): VisitorDraft {
  let next = visitor;
  for (const field of ["name", "phone", "email"] as const) {
    const value = contacts[field];
    if (value === undefined || !wins(field, value)) continue;
    const learnt = learn(scene, visitor[field], value, "webhook");
    if (learnt !== visitor[field]) next = { ...next, [field]: learnt };
  }
  return next;
}

/**
 * Returns the custom data of all endpoints in order of endpoint id, then that of the page (WH-043,
 * WH-050).
 */
function joined(present: ChatDraft["custom_data"], endpointId: number, list: NonNullable<ReplyData["customData"]>): CustomData[] {
  const own = list.map(({ title, content, link, key }): CustomData => ({
    title,
    content,
    link,
    key,
    source: "webhook",
    endpoint: endpointId,
  }));
  const others = present.filter((entry) => entry.source === "webhook" && entry.endpoint !== endpointId);
  const before = others.filter((entry) => (entry.endpoint ?? 0) < endpointId);
  const behind = others.filter((entry) => (entry.endpoint ?? 0) > endpointId);
  return [...before, ...own, ...behind, ...present.filter((entry) => entry.source === "page")];
}

/** `assigned` belongs to the link, so a new link can be assigned again (WH-045). */
function withCrm(crm: ChatDraft["crm"], link: string | null, assign: boolean | null): ChatDraft["crm"] {
  return {
    ...crm,
    link,
    assign: assign ?? crm.assign,
    assigned: link !== null && (crm.assigned_links ?? []).includes(link),
  };
}

function withGiven(chat: ChatDraft, given: Given): ChatDraft {
  return Object.keys(given).length === 0 ? chat : { ...chat, given };
}
