import { expect, it } from "vitest";
import { documentNames } from "../packages/server/src/openapi/document-names.ts";
import { formatDocument } from "./api-digest/document-text.ts";
import { formatType } from "./api-digest/schema-text.ts";
import { getDigestFile, renderDigests } from "./generate-api-digest.ts";
import { read } from "./source.ts";

const generateCommand = "npm run x -- node tools/generate-api-digest.ts";

it(`[CORE-134] the digests of docs/api are those of the schemas in the code: ${generateCommand}`, async () => {
  const digests = await renderDigests();
  expect([...digests.keys()]).toEqual([...documentNames]);
  for (const [name, text] of digests) expect(read(getDigestFile(name)), generateCommand).toBe(text);
});

it("[CORE-134] all digests together are short enough to read", async () => {
  const lines = [...(await renderDigests()).values()].reduce(
    (sum, text) => sum + text.split("\n").length,
    0,
  );
  expect(lines).toBeLessThan(3_700);
});

const errors = {
  404: { content: { "application/json": { schema: { $ref: "#/components/schemas/ApiError" } } } },
  204: {},
};

it("[CORE-134] a digest has one line per operation: method, path, id, right, fresh, key and statuses; types that do not fit are below it", () => {
  const document = {
    paths: {
      "/pets/{id}": {
        delete: {
          operationId: "delete_pets_id",
          "x-action": "pets.manage",
          "x-fresh": true,
          parameters: [
            {
              name: "id",
              in: "path",
              required: true,
              schema: { type: "string", pattern: "^[1-9][0-9]{0,15}$" },
            },
            { name: "Idempotency-Key", in: "header", schema: { type: "string" } },
            { name: "force", in: "query", schema: { type: "boolean" } },
          ],
          responses: errors,
        },
      },
    },
    components: {
      schemas: {
        ApiError: { type: "object", required: ["code"], properties: { code: { type: "string" } } },
      },
    },
  };
  expect(formatDocument(document)).toEqual([
    "",
    "Operations",
    "",
    "DELETE /pets/{id}  delete_pets_id  pets.manage  fresh  Idempotency-Key  -> 204; 404 ApiError",
    "  query { force?: boolean }",
    "",
    "Schemas",
    "",
    "ApiError = { code: string }",
  ]);
});

it("[CORE-134] every keyword of a schema is in its digest, and an unknown one is an error", () => {
  const schema = {
    type: "object",
    additionalProperties: false,
    required: ["name"],
    minProperties: 1,
    properties: {
      name: { type: "string", minLength: 1, maxLength: 60, description: "For people." },
      sizes: {
        type: "array",
        maxItems: 3,
        uniqueItems: true,
        items: { enum: ["s", "m"], type: "string" },
      },
      kind: { type: "string", pattern: "^[a-z]+$", default: "cat" },
      at: { anyOf: [{ type: "string", format: "date" }, { type: "null" }] },
    },
  };
  expect(formatType(schema)).toBe(
    'closed { name: string(1..60), sizes?: ("s" | "m")[](items ..3, uniqueItems), kind?: string(/^[a-z]+$/, default "cat"), at?: string(format "date") | null }(fields 1..)',
  );
  expect(() => formatType({ type: "integer", multipleOf: 2 })).toThrow("multipleOf");
});
