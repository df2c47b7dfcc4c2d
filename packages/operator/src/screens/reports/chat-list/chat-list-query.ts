import type { AnswerNumber, ReportNumber, SlaNumber } from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { SlaTarget } from "@parlour/protocol/chat-sla";

/** Numbers of the reports for which the chats can be listed. */
export type ListedNumber = ReportNumber | SlaNumber | AnswerNumber;

/** Search parameters of the open list: the number whose chats are listed, and its subject. */
export interface ChatListParams {
  readonly show?: ListedNumber;
  readonly of?: string;
}

/** The list of chats that a number counts. */
export interface ChatListQuery {
  readonly number: ListedNumber;
  /** Subject of the list: a day, an hour of the week or a row. Absent: the whole report. */
  readonly of?: ChatListSubject;
}
export type ChatListSubject =
  | { readonly kind: "day"; readonly date: string }
  | { readonly kind: "hour"; readonly weekday: number; readonly hour: number }
  | { readonly kind: "policy"; readonly id: number; readonly target: SlaTarget }
  | { readonly kind: RowKind; readonly id: number | null };
export type RowKind = "channel" | "department" | "operator" | "bot";

const listedNumbers: Readonly<Record<ListedNumber, true>> = {
  chats: true,
  begun: true,
  missed: true,
  missed_outside_hours: true,
  replied: true,
  answered: true,
  closed: true,
  rated: true,
  positive: true,
  negative: true,
  commented: true,
  by_bot: true,
  calls: true,
  calls_reached: true,
  suggestions: true,
  suggestions_unchanged: true,
  sla_met: true,
  sla_met_at_risk: true,
  sla_broken: true,
  sla_at_risk: true,
  promises_made: true,
  promises_kept: true,
  promises_broken: true,
  promises_closed: true,
  promises_running: true,
  crossed_replies: true,
};
/**
 * Formats of the URL parameter `of`: `day.2026-11-20`, `hour.2.11`, `operator.5`,
 * `department.none`, `policy.3.close`.
 */
const subjectPattern =
  /^(?:day\.\d{4}-\d{2}-\d{2}|hour\.[1-7]\.(?:1?\d|2[0-3])|(?:channel|bot)\.[1-9]\d{0,15}|(?:department|operator)\.(?:none|[1-9]\d{0,15})|policy\.[1-9]\d{0,15}\.(?:first_reply|next_reply|close))$/;

/** Parses the URL parameters of the open list. Omits invalid ones. */
export function parseChatListParams(search: Readonly<Record<string, unknown>>): ChatListParams {
  const { show, of } = search;
  if (typeof show !== "string" || !Object.hasOwn(listedNumbers, show)) return {};
  return omitAbsent({
    show: show as ListedNumber,
    of: typeof of === "string" && subjectPattern.test(of) ? of : undefined,
  });
}
/** Returns the list that the URL opens, or null. */
export function parseChatList({ show, of }: ChatListParams): ChatListQuery | null {
  if (show === undefined) return null;
  if (of === undefined) return { number: show };
  const [kind = "", first = "", second = ""] = of.split(".");
  if (kind === "day") return { number: show, of: { kind, date: first } };
  if (kind === "hour")
    return { number: show, of: { kind, weekday: Number(first), hour: Number(second) } };
  if (kind === "policy")
    return { number: show, of: { kind, id: Number(first), target: second as SlaTarget } };
  return {
    number: show,
    of: { kind: kind as RowKind, id: first === "none" ? null : Number(first) },
  };
}
/** Converts a list to URL parameters. */
export function toChatListParams({ number, of }: ChatListQuery): ChatListParams {
  if (of === undefined) return { show: number };
  if (of.kind === "day") return { show: number, of: `day.${of.date}` };
  if (of.kind === "hour") return { show: number, of: `hour.${of.weekday}.${of.hour}` };
  if (of.kind === "policy") return { show: number, of: `policy.${of.id}.${of.target}` };
  return { show: number, of: `${of.kind}.${of.id ?? "none"}` };
}
