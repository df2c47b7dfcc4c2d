import SwaggerParser from "@apidevtools/swagger-parser";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { renderDocuments } from "./documents.ts";

/**
 * Documents that integrators load into generators and clients. Two validators check them, because
 * each accepts errors that the other rejects.
 */
const documents = ["openapi.json", "channel.json", "bot.json", "webhook.json"] as const;
/** Texts of the documents. They are rendered once, because that takes most of a second. */
let texts: Awaited<ReturnType<typeof renderDocuments>>;
beforeAll(async () => {
  texts = await renderDocuments();
});

test.each(documents)(
  "[API-115] %s is a valid OpenAPI 3.1 document for swagger-parser, with every reference resolved",
  async (name) => {
    const document = await SwaggerParser.validate(
      JSON.parse(texts[name]) as Parameters<typeof SwaggerParser.validate>[0],
      {
        dereference: { circular: "ignore" },
        resolve: { external: false },
      },
    );
    expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\.\d$/) as string });
  },
);

test.each(documents)(
  "[API-115] %s passes the recommended rules of redocly without an error or warning",
  async (name) => {
    const config = await createConfig({
      extends: ["recommended"],
      // Ids are numbers, so `/chats/bulk/{id}` is no `/chats/{id}/messages`.
      rules: { "no-ambiguous-paths": "off" },
    });
    const problems = await lintFromString({
      source: texts[name],
      absoluteRef: name,
      config,
    });
    expect(
      problems.map(
        ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ""}`,
      ),
    ).toEqual([]);
  },
);

test.each([...documents, "asyncapi.json"] as const)(
  "[API-115] %s names every schema that occurs more than twice, uses every name, and has no copy of a named one",
  (name) => {
    const document = JSON.parse(texts[name]) as {
      readonly components: { readonly schemas: Readonly<Record<string, object>> };
    };
    const counts = new Map<string, number>();
    const count = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      const { properties, enum: choices = [] } = value as {
        readonly properties?: object;
        readonly enum?: readonly unknown[];
      };
      if (Object.keys(properties ?? {}).length > 0 || choices.length > 1)
        counts.set(toText(value), (counts.get(toText(value)) ?? 0) + 1);
      for (const inner of Object.values(value)) count(inner);
    };
    count(document);
    expect([...counts].filter(([, times]) => times > 2)).toEqual([]);
    const text = JSON.stringify(document);
    for (const [title, schema] of Object.entries(document.components.schemas)) {
      expect(text, title).toContain(`"#/components/schemas/${title}"`);
      expect(counts.get(toText(schema)) ?? 1, title).toBe(1);
    }
  },
);

/** Returns the text of a schema without the description, which depends on the place of use. */
function toText(schema: object): string {
  const { description: _place, ...rest } = schema as { readonly description?: string };
  return JSON.stringify(rest);
}

test("[API-115] openapi.yaml has the content of openapi.json", () => {
  expect(parse(texts["openapi.yaml"])).toEqual(JSON.parse(texts["openapi.json"]));
});
