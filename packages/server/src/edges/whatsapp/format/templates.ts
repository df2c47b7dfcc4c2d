import type { ChannelTemplate, MessageTemplate } from "../../../core/entity.ts";
import type { MessageContent } from "./message-content.ts";
import { toJsonObject, toJsonObjects, type JsonObject } from "../../../http/body/json.ts";
import { toText } from "../../../connectors/meta/values.ts";

/** Parts of a template that are text with parameters. */
const textParts = ["header", "body", "footer"] as const;
type TextPart = (typeof textParts)[number];

/**
 * Parses a template of the service (WA-030). Returns null if Parlour cannot send it: it is not
 * approved, has a file, or a button needs a value.
 */
export function parseTemplate(template: JsonObject): ChannelTemplate | null {
  const components = toJsonObjects(template["components"]);
  const texts = new Map<TextPart, string>();
  for (const component of components) {
    const type = toText(component["type"]).toLowerCase();
    if (type === "buttons") {
      if (toJsonObjects(component["buttons"]).some(needsValue)) return null;
    } else if (type === "header" && toText(component["format"]) !== "TEXT") return null;
    else if (isTextPart(type)) texts.set(type, toText(component["text"]));
    else return null;
  }
  const body = texts.get("body") ?? "";
  const name = toText(template["name"]);
  const language = toText(template["language"]);
  if (template["status"] !== "APPROVED" || body === "" || name === "" || language === "")
    return null;
  const text = textParts
    .map((part) => qualifyParameters(part, texts.get(part) ?? ""))
    .filter((one) => one !== "")
    .join("\n\n");
  return {
    name,
    language,
    category: toText(template["category"]).toLowerCase(),
    text,
    parameters: [...new Set(Array.from(text.matchAll(parameterPattern), ([, key = ""]) => key))],
  };
}

const isTextPart = (type: string): type is TextPart => textParts.some((part) => part === type);

/** A link with a variable, a code to copy, or anything else that needs a value when it is sent. */
function needsValue(button: JsonObject): boolean {
  const type = toText(button["type"]);
  if (type === "URL") return toText(button["url"]).includes("{{");
  return type !== "QUICK_REPLY" && type !== "PHONE_NUMBER";
}

/** Names the part in each parameter: `{{1}}` of the body becomes `{{body.1}}`. */
const qualifyParameters = (part: TextPart, text: string): string =>
  text.replaceAll(/\{\{(\w{1,60})\}\}/g, `{{${part}.$1}}`);
const parameterPattern = /\{\{((?:header|body|footer)\.\w{1,60})\}\}/g;

export function buildTemplate({ name, language, parameters }: MessageTemplate): MessageContent {
  const components = (["header", "body"] as const).flatMap((part) => {
    const values = Object.entries(parameters).filter(([key]) => key.startsWith(`${part}.`));
    if (values.length === 0) return [];
    return [
      {
        type: part,
        parameters: values.map(([key, text]) => {
          const parameter = key.slice(part.length + 1);
          return /^\d+$/.test(parameter)
            ? { type: "text", text }
            : { type: "text", parameter_name: parameter, text };
        }),
      },
    ];
  });
  return {
    type: "template",
    template: {
      name,
      language: { code: language },
      components: components.length === 0 ? undefined : components,
    },
  };
}

/** Returns the templates of a page of the service, and the cursor of the next page. */
export function parseTemplatePage(body: unknown): {
  readonly templates: readonly ChannelTemplate[];
  readonly next: string | null;
} {
  const { data, paging } = toJsonObject(body);
  const after = toText(toJsonObject(toJsonObject(paging)["cursors"])["after"]);
  return {
    templates: toJsonObjects(data).flatMap((one) => parseTemplate(one) ?? []),
    next: toJsonObject(paging)["next"] === undefined || after === "" ? null : after,
  };
}
