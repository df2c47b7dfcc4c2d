import openapiTS, { astToString } from "openapi-typescript";
import type { DocumentName } from "../server/src/openapi/document-names.ts";
import type { OpenApi } from "../server/src/openapi/service-api.ts";

/**
 * Generates the types of the SDK from the published documents (API-115, API-386), and the table of
 * operations. `tools/generate-sdks.ts` writes them. This file is here and not in `tools`, because
 * openapi-typescript needs the TypeScript 5 of this package.
 */

/** Files of types by their document. */
const sources: Readonly<Record<string, DocumentName>> = {
  "service-api.ts": "openapi.json",
  "socket.ts": "asyncapi.json",
  "webhook.ts": "webhook.json",
  "bot.ts": "bot.json",
  "channel.ts": "channel.json",
};
const head = "// Generated: npm run x -- node tools/generate-sdks.ts\n";

/** Returns the text of every generated file by its name. */
export async function renderTypes(
  documents: Readonly<Record<DocumentName, object>>,
): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {
    "operations.ts": renderOperations(documents["openapi.json"] as OpenApi),
  };
  for (const [file, name] of Object.entries(sources))
    files[file] = head + (await renderDocument(toOpenApi(documents[name])));
  return files;
}

/** Returns an OpenAPI document. AsyncAPI has the same schemas in the same place. */
function toOpenApi(document: object): object {
  if ("openapi" in document) return document;
  const { info, components } = document as { info: object; components: { schemas: object } };
  return { openapi: "3.1.0", info, paths: {}, components: { schemas: components.schemas } };
}

/** Leaves out the examples of schemas and of bodies, but no field of these names. */
function withoutExamples(this: object, key: string, value: unknown): unknown {
  const isExample =
    (key === "examples" && Array.isArray(value)) || (key === "example" && "schema" in this);
  return isExample ? undefined : value;
}

async function renderDocument(document: object): Promise<string> {
  // The generator changes the document that it gets. Its comments would repeat all examples.
  const copy = JSON.parse(JSON.stringify(document, withoutExamples)) as Parameters<
    typeof openapiTS
  >[0];
  // A property with a default is optional in requests.
  return astToString(await openapiTS(copy, { defaultNonNullable: false, silent: true }));
}

/** Returns the table from the name of an operation to its method, its path and `once`. */
function renderOperations({ paths }: OpenApi): string {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const takesKey = operation.parameters?.some(({ name }) => name === "Idempotency-Key");
      const isRepeatable = method === "get" || takesKey === true;
      return `  ${operation.operationId}: "${method.toUpperCase()} ${path}${isRepeatable ? "" : " once"}",\n`;
    }),
  );
  return `${head}import type { operations } from "./service-api.ts";

/**
 * Method and path of each operation. \`once\`: it takes no \`Idempotency-Key\`, so it must not be
 * repeated.
 */
export const operationTable = {
${rows.toSorted().join("")}} as const satisfies Readonly<Record<keyof operations, string>>;
`;
}
