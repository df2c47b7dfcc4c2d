import type { ResponseUsage, IgnoredReason } from "@parlour/protocol";
import type { WebhookField, WebhookData } from "../../../core/chat/apply-webhook-data.ts";
import { buildAnswerUse } from "../../../core/answer-use.ts";
import type { Reply } from "./reply.ts";

/** Result of applying a response's data to its chat. */
export interface Applied {
  /** The chat had ended, so nothing was stored (WH-049). */
  readonly late: boolean;
  /** Fields that keep the value of an earlier webhook (WH-050). */
  readonly outranked: readonly WebhookField[];
}

const nameOf: Readonly<Record<WebhookField, string>> = {
  name: "contact_info.name",
  phone: "contact_info.phone",
  email: "contact_info.email",
  assign: "enable_assign",
  link: "crm_link",
  page: "page",
};

/**
 * Returns which fields of a response were used and which were ignored, with the reason (WH-082).
 * `applied` is null if there was no data to apply.
 */
export function answerUse({ data, ignored }: Pick<Reply, "data" | "ignored">, applied: Applied | null): ResponseUsage {
  const given = data === null ? [] : givenBy(data);
  const outranked = new Set(applied?.outranked.map((field) => nameOf[field]));
  const reasonOf = (field: string): IgnoredReason | null =>
    applied === null || applied.late ? "chat_ended" : outranked.has(field) ? "earlier_webhook" : null;
  const all = [
    ...given.flatMap(({ field }) => {
      const reason = reasonOf(field);
      return reason === null ? [] : [{ field, reason }];
    }),
    ...ignored,
  ];
  return buildAnswerUse(
    given.filter(({ field }) => reasonOf(field) === null),
    all,
  );
}

function givenBy({ contacts, customData, assign, crmLink, page }: WebhookData): ResponseUsage["taken"] {
  const fields: (WebhookField | null)[] = [
    ...(["name", "phone", "email"] as const).filter((field) => contacts[field] !== undefined),
    assign === null ? null : "assign",
    crmLink === null ? null : "link",
    page === null ? null : "page",
  ];
  return [
    ...(customData === null ? [] : [{ field: "custom_data", rows: customData.length }]),
    ...fields.flatMap((field) => (field === null ? [] : [{ field: nameOf[field] }])),
  ];
}
