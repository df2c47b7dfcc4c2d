import { describe, expect, test } from "vitest";
import type { ChannelTemplate } from "../entity.ts";
import { fillTemplate } from "./template.ts";

const template: ChannelTemplate = {
  name: "order",
  language: "en",
  category: "utility",
  text: "Order {{header.1}}\n\nHello {{body.1}}, {{body.2}} is for {{body.1}}.",
  parameters: ["header.1", "body.1", "body.2"],
};
const values = { "body.2": "it", "header.1": "7", "body.1": "Ann" };
const fill = (parameters: Record<string, string>, name = "order", language = "en") =>
  fillTemplate([template], { name, language, parameters });

describe("fillTemplate", () => {
  test("[CON-051] the text has the values, and the values have the order of the template", () => {
    const filled = fill(values);
    expect(filled).toMatchObject({ text: "Order 7\n\nHello Ann, it is for Ann." });
    expect("template" in filled && Object.keys(filled.template.parameters)).toEqual(
      template.parameters,
    );
  });
  test("[CON-051] a value is not interpreted", () => {
    expect(fill({ ...values, "body.1": "$& {{body.2}}" })).toMatchObject({
      text: "Order 7\n\nHello $& {{body.2}}, it is for $& {{body.2}}.",
    });
  });
  test.each([
    [fill(values, "other"), "template.name"],
    [fill(values, "order", "de"), "template.name"],
    [fill({ ...values, "body.3": "x" }), "template.parameters.body.3"],
    [fill({ "body.1": "a", "body.2": "b" }), "template.parameters.header.1"],
    [fill({ ...values, "body.1": " " }), "template.parameters.body.1"],
    [fill({ ...values, "body.1": "a\nb" }), "template.parameters.body.1"],
    [fill({ ...values, "body.2": "a     b" }), "template.parameters.body.2"],
  ])("[CON-051] %j", (result, field) => {
    expect("field" in result ? result.field : undefined).toBe(field);
  });
});
