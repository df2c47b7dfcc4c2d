import { toObject } from "../../endpoints/received-request.ts";
import type { MessageBody } from "./check-message.ts";
import { GraphError } from "../meta/graph-error.ts";

/** A message template of the account, as GET /{waba_id}/message_templates returns it. */
export interface LabTemplate {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  readonly status: "APPROVED" | "PENDING" | "REJECTED" | "PAUSED";
  readonly category: "UTILITY" | "MARKETING" | "AUTHENTICATION";
  readonly parameter_format?: "POSITIONAL" | "NAMED";
  readonly components: readonly Readonly<Record<string, unknown>>[];
}

export const defaultTemplates: readonly LabTemplate[] = [
  {
    id: "594425479261596",
    name: "order_update",
    language: "en_US",
    status: "APPROVED",
    category: "UTILITY",
    parameter_format: "POSITIONAL",
    components: [
      { type: "HEADER", format: "TEXT", text: "Order {{1}}" },
      { type: "BODY", text: "Hello {{1}}, your order {{2}} is on its way." },
      { type: "FOOTER", text: "Shop" },
    ],
  },
  {
    id: "594425479261597",
    name: "order_update",
    language: "ru",
    status: "APPROVED",
    category: "UTILITY",
    parameter_format: "NAMED",
    components: [{ type: "BODY", text: "Здравствуйте, {{name}}! Заказ {{order}} в пути." }],
  },
  {
    id: "594425479261598",
    name: "hello_world",
    language: "en_US",
    status: "APPROVED",
    category: "UTILITY",
    components: [{ type: "BODY", text: "Hello World" }],
  },
  {
    id: "594425479261599",
    name: "spring_sale",
    language: "en_US",
    status: "PENDING",
    category: "MARKETING",
    components: [{ type: "BODY", text: "The sale begins on {{1}}." }],
  },
];

/**
 * Checks a template message against the templates of the account. Throws GraphError: 132001 if the
 * template does not exist in the language or is not approved, 132000 if the number of parameters
 * differs.
 */
export function checkTemplateMessage(body: MessageBody, templates: readonly LabTemplate[]): void {
  const sent = toObject(body["template"]);
  const language = toObject(sent["language"])["code"];
  const template = templates.find(
    (one) => one.name === sent["name"] && one.language === language && one.status === "APPROVED",
  );
  if (template === undefined)
    throw new GraphError(132001, "Template name does not exist in the translation.");
  const sentComponents = (
    Array.isArray(sent["components"]) ? (sent["components"] as unknown[]) : []
  ).map(toObject);
  for (const component of template.components) {
    const type = String(component["type"]).toLowerCase();
    const wanted = countParameters(component["text"]);
    const { parameters } = sentComponents.find((one) => one["type"] === type) ?? {};
    const given = Array.isArray(parameters) ? parameters.length : 0;
    if (given !== wanted)
      throw new GraphError(
        132000,
        `${type}: number of localizable_params (${given}) does not match the expected number of params (${wanted})`,
      );
  }
}

function countParameters(text: unknown): number {
  return typeof text === "string" ? new Set(text.match(/\{\{\w+\}\}/g) ?? []).size : 0;
}

/** Returns a page of templates. `after` is the number of templates to skip. */
export function listTemplates(templates: readonly LabTemplate[], url: URL): unknown {
  const from = Number(url.searchParams.get("after") ?? 0);
  const limit = Number(url.searchParams.get("limit") ?? 25);
  const data = templates.slice(from, from + limit);
  const hasMore = from + limit < templates.length;
  return {
    data,
    paging: {
      cursors: { before: String(from), after: String(from + data.length) },
      next: hasMore ? `${url.origin}/next` : undefined,
    },
  };
}
