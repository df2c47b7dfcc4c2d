import { composeExample, type ExampleSchema } from "./compose-example.ts";

/** The part of an OpenAPI document that examples belong to. */
interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
  readonly paths?: object;
  readonly webhooks?: object;
}
interface MediaType {
  readonly schema?: ExampleSchema;
  readonly example?: unknown;
}

/**
 * Returns a document in which each JSON body of a request or response has an example (API-393). The
 * example of a named schema is at the schema, so that the operations with this schema share it. A
 * schema without a name has its example beside it. Examples of the document itself stay.
 */
export function addExamples(document: object): object {
  const { components, paths, webhooks } = document as Document;
  const { schemas } = components;
  const named = new Set<string>();
  const describeBody = (media: MediaType): MediaType => {
    if (media.schema === undefined || media.example !== undefined) return media;
    if (media.schema.$ref === undefined)
      return { ...media, example: composeExample(media.schema, schemas) };
    named.add(media.schema.$ref.split("/").at(-1) ?? "");
    return media;
  };
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === "application/json" ? describeBody(inner as MediaType) : walk(inner),
      ]),
    );
  };
  const described = Object.fromEntries(
    Object.entries({ paths, webhooks }).flatMap(([name, part]) =>
      part === undefined ? [] : [[name, walk(part)]],
    ),
  );
  return {
    ...document,
    ...described,
    components: {
      ...components,
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [
          name,
          named.has(name)
            ? { ...schema, examples: [composeExample(refer(name), schemas)] }
            : schema,
        ]),
      ),
    },
  };
}

const refer = (name: string): ExampleSchema => ({ $ref: `#/components/schemas/${name}` });
