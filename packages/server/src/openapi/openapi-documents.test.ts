import SwaggerParser from "@apidevtools/swagger-parser";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * Documents that integrators load into generators and clients. Two tools check them, because each
 * accepts errors that the other rejects.
 */
const documents = ["openapi", "channel", "bot", "webhook"] as const;
const readDocument = (name: string): string => readFileSync(new URL(`../../../../docs/api/${name}.json`, import.meta.url), "utf8");

test.each(documents)(
  "[API-115] docs/api/%s.json is a valid OpenAPI 3.1 document for swagger-parser, with every reference resolved",
  async (name) => {
    const document = await SwaggerParser.validate(JSON.parse(readDocument(name)) as Parameters<typeof SwaggerParser.validate>[0], {
      dereference: { circular: "ignore" },
      resolve: { external: false },
    });
    expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\.\d$/) as string });
  },
);

test.each(documents)("[API-115] docs/api/%s.json passes the structure and reference rules of redocly", async (name) => {
  const config = await createConfig({
    rules: { struct: "error", "no-unresolved-refs": "error", "operation-operationId-unique": "error", "path-parameters-defined": "error" },
  });
  const problems = await lintFromString({ source: readDocument(name), absoluteRef: `${name}.json`, config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ""}`)).toEqual([]);
});
