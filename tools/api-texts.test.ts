import { beforeAll, expect, test } from "vitest";
import { describeDocuments } from "../packages/server/src/openapi/documents.ts";
import { documentNames, type DocumentName } from "../packages/server/src/openapi/document-names.ts";
import { listTextFaults } from "../packages/server/src/openapi/texts/add-texts.ts";
import { readTexts } from "../packages/server/src/openapi/texts/document-texts.ts";

/**
 * Texts of the published documents. If a test fails after you added a field or a route, add its
 * text to the file of the document in `packages/server/src/openapi/texts`.
 */
let documents: Readonly<Record<DocumentName, object>>;
beforeAll(async () => {
  documents = await describeDocuments();
});

test.each(documentNames)(
  "[API-455] every part of %s has a text, and no text is left over in its file",
  (name) => {
    expect(listTextFaults(documents[name], readTexts(name))).toEqual([]);
  },
);

/** All texts of a document under one of its keys, without the data of its examples. */
function listTexts(key: "summary" | "description", part: unknown): readonly string[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) =>
    name.startsWith("example")
      ? []
      : name === key && typeof value === "string"
        ? [value]
        : listTexts(key, value),
  );
}

test("[API-456] a summary is short, has no full stop and does not speak of the reader", () => {
  const summaries = ["openapi.json", "channel.json", "bot.json", "webhook.json"] as const;
  const texts = summaries.flatMap((name) => listTexts("summary", documents[name]));
  expect(texts.length).toBeGreaterThan(240);
  const isWrong = (text: string): boolean =>
    text.length > 60 || !/^[A-Z]/.test(text) || /[.;]|\bmy\b|\boneself\b|^One\b/.test(text);
  expect(texts.filter(isWrong)).toEqual([]);
});

test("[API-457] every text is a sentence, and none is only the id of a rule", () => {
  const texts = documentNames.flatMap((name) => listTexts("description", documents[name]));
  expect(texts.length).toBeGreaterThan(2000);
  const isWrong = (text: string): boolean =>
    !/^[A-Z0-9`<]/.test(text) || !/[.:]$/.test(text) || /^\(?[A-Z]+-\d+\)?\.?$/.test(text);
  expect([...new Set(texts.filter(isWrong))]).toEqual([]);
});

test("[API-457] no text begins with a question word or has a word that the glossary refuses", () => {
  const isWrong = (text: string): boolean =>
    /^(?:what|who|whom|whose|to whom)\b|\b(?:no|some|any|every)body\b|\b(?:colleagues?|e-mails?|whoever|oneself)\b/i.test(
      text.replaceAll(/`[^`]*`/g, ""),
    );
  const texts = documentNames.flatMap((name) => [
    ...listTexts("summary", documents[name]),
    ...listTexts("description", documents[name]),
  ]);
  expect([...new Set(texts.filter(isWrong))]).toEqual([]);
});

test("[API-458] the example of each error code has a message of its own", () => {
  const { components } = documents["openapi.json"] as {
    readonly components: {
      readonly responses: Readonly<
        Record<
          string,
          {
            readonly content: {
              readonly "application/json": {
                readonly examples: Readonly<
                  Record<
                    string,
                    { readonly value: { readonly error: { readonly message: string } } }
                  >
                >;
              };
            };
          }
        >
      >;
    };
  };
  const messages = Object.values(components.responses).flatMap(({ content }) =>
    Object.values(content["application/json"].examples).map(({ value }) => value.error.message),
  );
  expect(messages.length).toBeGreaterThan(30);
  expect(new Set(messages).size).toBe(messages.length);
});

/** A field of a schema with its path, such as `bots[].channels`. */
interface Field {
  readonly path: string;
  readonly description: string;
  readonly default?: unknown;
}
interface FileSchema {
  readonly properties?: Readonly<Record<string, FileSchema & { readonly description: string }>>;
  readonly items?: FileSchema;
  readonly anyOf?: readonly FileSchema[];
  readonly default?: unknown;
}

/** Returns the fields of a schema, and of the objects and lists in it. */
function listFields({ properties = {}, items, anyOf = [] }: FileSchema, path = ""): Field[] {
  return [
    ...Object.entries(properties).flatMap(([name, field]) => {
      const at = path === "" ? name : `${path}.${name}`;
      return [{ ...field, path: at }, ...listFields(field, at)];
    }),
    ...(items === undefined ? [] : listFields(items, `${path}[]`)),
    ...anyOf.flatMap((choice) => listFields(choice, path)),
  ];
}

test("[CFG-140] a field of the provisioning file that refers to something says so", () => {
  const fields = listFields(documents["config.schema.json"]);
  expect(fields.length).toBeGreaterThan(400);
  const references = fields.filter(({ path }) =>
    /(\]\.channels|\.customer\.channel|\.contact)$/.test(path),
  );
  expect(references.map(({ path }) => path)).toEqual([
    "operators[].channels",
    "bot_providers[].contact",
    "bots[].channels",
    "agents[].channels",
    "webhooks[].channels",
    "triggers[].channels",
    "blacklist[].customer.channel",
  ]);
  expect(
    references.filter(({ description }) => /[Gg]enerated|in this file/.test(description)),
  ).toEqual([]);
  const variables = fields.filter(({ path }) => path.endsWith("_env"));
  expect(variables.length).toBeGreaterThan(15);
  const isVariable = ({ description }: Field): boolean =>
    description.startsWith("Name of the environment variable that contains the ");
  expect(variables.filter((field) => !isVariable(field))).toEqual([]);
});

test("[CFG-141] a default that a text of the provisioning file names is the one of the schema", () => {
  const faults = listFields(documents["config.schema.json"]).filter(({ description, ...field }) => {
    const named = /Default: `?([^`]+?)`?\.(?: |$)/.exec(description)?.[1];
    return (
      "default" in field &&
      named !== undefined &&
      named.replaceAll('"', "") !== String(field.default)
    );
  });
  expect(faults).toEqual([]);
});

/** Returns the parts of a document whose text names a length that differs from their schema. */
function listWrongLengths(part: unknown, path: string): readonly string[] {
  if (typeof part !== "object" || part === null) return [];
  const { description, maxLength } = part as Readonly<Record<string, unknown>>;
  const named = /(?:at most|1 to) ([0-9,]+) characters/.exec(String(description))?.[1];
  const isWrong =
    named !== undefined &&
    maxLength !== undefined &&
    Number(named.replaceAll(",", "")) !== maxLength;
  return [
    ...(isWrong ? [`${path}: ${String(description)} (${JSON.stringify(maxLength)})`] : []),
    ...Object.entries(part).flatMap(([name, inner]) => listWrongLengths(inner, `${path}.${name}`)),
  ];
}

test("[API-495] the length that a text names is the one of the schema", () => {
  const faults = documentNames.flatMap((name) => listWrongLengths(documents[name], name));
  expect(faults).toEqual([]);
});
