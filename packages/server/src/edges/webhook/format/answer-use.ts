import type { ResponseUsage, IgnoredReason } from "@parlour/protocol";
import {
  webhookContacts,
  type AppliedData,
  type WebhookField,
  type WebhookData,
} from "../../../core/chat/details/apply-webhook-data.ts";
import { buildResponseUsage } from "../../../core/answer-use.ts";
import type { WebhookResponse } from "./parse-response.ts";

type NamedField = Exclude<WebhookField, `fields.${string}`>;
const fieldNames: Readonly<Record<NamedField, string>> = {
  name: "contact_info.name",
  phone: "contact_info.phone",
  email: "contact_info.email",
  assign: "enable_assign",
  link: "crm_link",
  page: "page",
};
const toFieldName = (field: WebhookField): string =>
  field in fieldNames ? fieldNames[field as NamedField] : field;

/**
 * Returns which fields of a response were used and which were ignored, with the reason (WH-082).
 * `applied` is null if there was no data to apply.
 */
export function buildWebhookResponseUsage(
  { data, ignored }: WebhookResponse,
  applied: AppliedData | null,
): ResponseUsage {
  const present = data === null ? [] : listTakenFields(data);
  const outranked = new Set(applied?.outranked.map(toFieldName));
  const unusable = new Set(applied?.unusable.map((key) => `fields.${key}`));
  const getReason = (field: string): IgnoredReason | null =>
    applied === null || applied.late
      ? "chat_ended"
      : outranked.has(field)
        ? "earlier_webhook"
        : unusable.has(field)
          ? "unusable_value"
          : null;
  const ignoredFields = [
    ...present.flatMap(({ field }) => {
      const reason = getReason(field);
      return reason === null ? [] : [{ field, reason }];
    }),
    ...ignored,
  ];
  return buildResponseUsage(
    present.filter(({ field }) => getReason(field) === null),
    ignoredFields,
  );
}

function listTakenFields({
  contacts,
  customData,
  assign,
  crmLink,
  page,
  fields,
}: WebhookData): ResponseUsage["taken"] {
  const names: (NamedField | null)[] = [
    ...webhookContacts.filter((field) => contacts[field] !== undefined),
    assign === null ? null : "assign",
    crmLink === null ? null : "link",
    page === null ? null : "page",
  ];
  return [
    ...(customData === null ? [] : [{ field: "custom_data", rows: customData.length }]),
    ...names.flatMap((name) => (name === null ? [] : [{ field: fieldNames[name] }])),
    ...Object.keys(fields?.values ?? {}).map((key) => ({ field: `fields.${key}` })),
  ];
}
