import type { CustomData } from "../entity.ts";
import type { ChatDraft, Event, VisitorDraft } from "../event.ts";
import type { Scene, Verb } from "../ports.ts";
import { learn } from "../visitor/recognise.ts";
import { isRunning } from "./state.ts";

/** What a webhook's reply says, read and bounded by its edge (WH-043 – WH-048); null: nothing of that kind. */
export interface ReplyData {
  /** Non-empty values only. */
  readonly contacts: { readonly name?: string; readonly phone?: string; readonly email?: string };
  readonly customData: readonly Pick<CustomData, "title" | "content" | "link" | "key">[] | null;
  readonly assign: boolean | null;
  readonly crmLink: string | null;
  readonly page: { readonly url: string; readonly title: string | null } | null;
}
export interface EnrichChat {
  /** Of the webhook that replied. Ids rise with creation, which is the order of WH-050. */
  readonly endpointId: number;
  readonly data: ReplyData;
}
type Given = Readonly<Record<string, number>>;
/** Fields of which one value wins (WH-050). */
export type EnrichField = keyof ReplyData["contacts"] | "link" | "assign" | "page";

/**
 * A webhook's reply becomes part of its running chat (WH-043 – WH-050): contacts with the source `webhook`, its list of custom data in
 * place of its earlier one, CRM link, assign button, page. The events carry `cause: "webhook"`, so that they owe no `chat_updated`.
 * Subject: `{chat}`. Answers `{"late":boolean,"outranked":[…]}`: late when the chat is over and nothing was applied (WH-049); `outranked` names the
 * fields that an earlier webhook holds (WH-050).
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

/** WH-044: as if the visitor had introduced himself, with the origin kept. */
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

/** WH-043, WH-050: each endpoint's list in order of the endpoints, then what the page says. */
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

/** `assigned` belongs to the link: another one can be bound anew (WH-045). */
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
