import { describe, expect, test } from "vitest";
import { buildTemplate, parseTemplate, parseTemplatePage } from "./templates.ts";

const template = {
  name: "order_update",
  language: "en_US",
  status: "APPROVED",
  category: "UTILITY",
  components: [
    { type: "HEADER", format: "TEXT", text: "Order {{1}}" },
    { type: "BODY", text: "Hello {{1}}, {{2}} is on its way to {{1}}." },
    { type: "FOOTER", text: "Shop" },
    {
      type: "BUTTONS",
      buttons: [
        { type: "QUICK_REPLY", text: "Thanks" },
        { type: "URL", url: "https://a.example" },
      ],
    },
  ],
};

describe("templates", () => {
  test("[WA-030] a template has its text and its parameters, named after their part", () => {
    expect(parseTemplate(template)).toEqual({
      name: "order_update",
      language: "en_US",
      category: "utility",
      text: "Order {{header.1}}\n\nHello {{body.1}}, {{body.2}} is on its way to {{body.1}}.\n\nShop",
      parameters: ["header.1", "body.1", "body.2"],
    });
  });
  test.each([
    ["not approved", { status: "PENDING" }],
    [
      "with a picture",
      {
        components: [
          { type: "HEADER", format: "IMAGE" },
          { type: "BODY", text: "x" },
        ],
      },
    ],
    [
      "with a variable link",
      {
        components: [
          { type: "BODY", text: "x" },
          { type: "BUTTONS", buttons: [{ type: "URL", url: "https://a.example/{{1}}" }] },
        ],
      },
    ],
    [
      "with a code",
      {
        components: [
          { type: "BODY", text: "x" },
          { type: "BUTTONS", buttons: [{ type: "OTP" }] },
        ],
      },
    ],
    ["with cards", { components: [{ type: "BODY", text: "x" }, { type: "CAROUSEL" }] }],
    ["without text", { components: [] }],
  ])("[WA-030] a template %s is left out", (_name, change) => {
    expect(parseTemplate({ ...template, ...change })).toBeNull();
  });
  test("[WA-030] the request has the values of each part in their order", () => {
    expect(
      buildTemplate({
        name: "a",
        language: "ru",
        parameters: { "header.1": "h", "body.name": "n", "body.order": "o" },
      }),
    ).toEqual({
      type: "template",
      template: {
        name: "a",
        language: { code: "ru" },
        components: [
          { type: "header", parameters: [{ type: "text", text: "h" }] },
          {
            type: "body",
            parameters: [
              { type: "text", parameter_name: "name", text: "n" },
              { type: "text", parameter_name: "order", text: "o" },
            ],
          },
        ],
      },
    });
    expect(buildTemplate({ name: "a", language: "en", parameters: {} })).toEqual({
      type: "template",
      template: { name: "a", language: { code: "en" } },
    });
  });
  test("[WA-030] a page names the cursor of the next one", () => {
    const paging = { cursors: { after: "MjU" } };
    expect(parseTemplatePage({ data: [template], paging: { ...paging, next: "x" } })).toMatchObject(
      {
        templates: [{ name: "order_update" }],
        next: "MjU",
      },
    );
    expect(parseTemplatePage({ data: [], paging }).next).toBeNull();
    expect(parseTemplatePage(null)).toEqual({ templates: [], next: null });
  });
});
