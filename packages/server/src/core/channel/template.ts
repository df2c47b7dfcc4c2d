import type { ChannelTemplate, MessageTemplate } from "../entity.ts";
import { fail, type Failure } from "../failure.ts";
import { isBlank } from "../text.ts";

/** A template with its values: what is sent, and the text that the chat shows. */
export interface FilledTemplate {
  readonly template: MessageTemplate;
  readonly text: string;
}

/**
 * Fills a template of the channel with values (CON-051). Fails with `invalid_request` if the
 * channel does not have the template, if a value is missing, blank or has a line break, or if it is
 * not one of the template.
 */
export function fillTemplate(
  templates: readonly ChannelTemplate[],
  template: MessageTemplate,
): FilledTemplate | Failure {
  const { name, language } = template;
  const found = templates.find((one) => one.name === name && one.language === language);
  if (found === undefined)
    return fail("invalid_request", "The channel has no such template in this language.", {
      field: "template.name",
    });
  const given = new Map(Object.entries(template.parameters));
  const unknown = [...given.keys()].find((key) => !found.parameters.includes(key));
  if (unknown !== undefined)
    return fail("invalid_request", "The template has no such parameter.", {
      field: `template.parameters.${unknown}`,
    });
  const wrong = found.parameters.find((key) => {
    const value = given.get(key) ?? "";
    return isBlank(value) || /[\r\n\t]| {5}/.test(value);
  });
  if (wrong !== undefined)
    return fail("invalid_request", "This value is missing, or has a line break.", {
      field: `template.parameters.${wrong}`,
    });
  const parameters = Object.fromEntries(found.parameters.map((key) => [key, given.get(key) ?? ""]));
  return {
    template: { name, language, parameters },
    text: found.text.replaceAll(
      /\{\{([\w.]{1,80})\}\}/g,
      (whole, key: string) => given.get(key) ?? whole,
    ),
  };
}
