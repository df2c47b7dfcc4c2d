import { readFileSync } from "node:fs";
import type { DocumentName } from "../document-names.ts";

/**
 * Texts of a published document (API-455). Each key names a part of the document. A text of an
 * operation comes before the text for all operations.
 */
export interface DocumentTexts {
  /** Other files whose texts of schemas apply to this document too, by their names. */
  readonly uses?: readonly string[];
  /** Texts of other parts by path in the document: `info`, `components.securitySchemes.key`. */
  readonly parts?: Readonly<Record<string, string>>;
  readonly tags?: Readonly<Record<string, TagTexts>>;
  readonly operations?: Readonly<Record<string, OperationTexts>>;
  /** Texts by place and name (`query.limit`), or by the end of a path (`chats/{id}`). */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Texts of responses by status, or by the name of a shared response. */
  readonly responses?: Readonly<Record<string, string>>;
  /** Messages in the examples of errors, by error code. */
  readonly examples?: Readonly<Record<string, string>>;
  readonly schemas?: Readonly<Record<string, SchemaTexts>>;
  /** Schemas that take the texts of another one, for fields without a text of their own. */
  readonly inherits?: Readonly<Record<string, string>>;
}
interface TagTexts {
  /** Heading of the tag. Absent: its name. */
  readonly title?: string;
  readonly description: string;
}
interface OperationTexts {
  readonly description?: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly responses?: Readonly<Record<string, string>>;
  /** Fields of a body that has no name. */
  readonly body?: Readonly<Record<string, string>>;
}
export interface SchemaTexts {
  readonly description: string;
  /**
   * Texts of fields by path: `crm.link` is a field of an object, `owners[].name` of the entries of
   * a list, `channels[widget].logo` of the alternative with this `kind`. `texts.*` is every field.
   */
  readonly properties?: Readonly<Record<string, string>>;
  /** Schemas whose texts apply to the fields below a path. `texts.*` is below every field. */
  readonly nested?: Readonly<Record<string, string>>;
}

/** Names of the files of texts, by the published document. */
const textFiles = {
  "openapi.json": "service-api",
  "channel.json": "channel-api",
  "bot.json": "bot-api",
  "webhook.json": "webhooks",
  "asyncapi.json": "event-api",
  "config.schema.json": "config-file",
} as const satisfies Readonly<Record<DocumentName, string>>;

/** Reads the texts of a document, with the texts of schemas from the files that it uses. */
export function readTexts(document: DocumentName): DocumentTexts {
  return readFile(textFiles[document]);
}

function readFile(name: string): DocumentTexts {
  const file = new URL(`${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as DocumentTexts;
}

/** Returns the texts of schemas that a document takes from other files, with what they inherit. */
export function readUsedTexts({ uses = [] }: DocumentTexts): DocumentTexts {
  const files = uses.map(readFile);
  return {
    schemas: Object.assign({}, ...files.map(({ schemas }) => schemas)) as NonNullable<
      DocumentTexts["schemas"]
    >,
    inherits: Object.assign({}, ...files.map(({ inherits }) => inherits)) as NonNullable<
      DocumentTexts["inherits"]
    >,
  };
}
