import SwaggerParser from "@apidevtools/swagger-parser";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { describeDocuments, renderDocument } from "./documents.ts";

/**
 * Documents that integrators load into generators and clients. Two validators check them, because
 * each accepts errors that the other rejects.
 */
const documents = ["openapi.json", "channel.json", "bot.json", "webhook.json"] as const;
const readDocument = async (name: (typeof documents)[number]): Promise<string> =>
  renderDocument((await describeDocuments())[name]);

test.each(documents)(
  "[API-115] %s is a valid OpenAPI 3.1 document for swagger-parser, with every reference resolved",
  async (name) => {
    const document = await SwaggerParser.validate(
      JSON.parse(await readDocument(name)) as Parameters<typeof SwaggerParser.validate>[0],
      {
        dereference: { circular: "ignore" },
        resolve: { external: false },
      },
    );
    expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\.\d$/) as string });
  },
);

test.each(documents)(
  "[API-115] %s passes the structure and reference rules of redocly",
  async (name) => {
    const config = await createConfig({
      rules: {
        struct: "error",
        "no-unresolved-refs": "error",
        "operation-operationId-unique": "error",
        "path-parameters-defined": "error",
      },
    });
    const problems = await lintFromString({
      source: await readDocument(name),
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
