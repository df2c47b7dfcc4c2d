import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { DocumentName } from "../document-names.ts";
import { readTexts, type DocumentTexts } from "./document-texts.ts";
import { mapValues } from "./map-values.ts";
import { SchemaWriter, type DescribedSchema } from "./schema-writer.ts";
import { TextSource } from "./text-source.ts";

/** The parts of a document that have texts. AsyncAPI has channels and no operations with bodies. */
interface Document {
  readonly components?: Readonly<Record<string, Readonly<Record<string, Part>>>>;
  readonly paths?: Paths;
  readonly webhooks?: Paths;
  readonly tags?: readonly { readonly name: string }[];
  readonly channels?: Readonly<Record<string, { readonly messages: Record<string, Part> }>>;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation & readonly Parameter[]>>>>;
type Part = Readonly<Record<string, unknown>>;
interface Parameter extends Part {
  readonly name: string;
  readonly in: string;
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: DescribedSchema }>>;
}
interface Operation {
  readonly operationId: string;
  /** What the code knows, such as a list of codes. It follows the text. */
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly $ref?: string }>>;
}

/**
 * Returns a document with its texts (API-455). They are in files of this folder, because a schema
 * is used in several places that need different texts. The document is named already.
 */
export function addTexts<T extends object>(document: T, name: DocumentName): T {
  return new TextWriter(new TextSource(readTexts(name)), document).write(document);
}

/** Returns what has no text, and the texts of what the document does not have. */
export function listTextFaults(document: object, texts: DocumentTexts): readonly string[] {
  const source = new TextSource(texts);
  new TextWriter(source, document).write(document);
  return source.listFaults();
}

class TextWriter {
  private readonly source: TextSource;
  private readonly schemas: SchemaWriter;

  constructor(source: TextSource, document: object) {
    this.source = source;
    this.schemas = new SchemaWriter(source, "openapi" in document);
  }

  write<T extends object>(document: T): T {
    const { components, paths, webhooks, tags, channels } = document as Document;
    const written =
      components === undefined
        ? this.schemas.writeNamed("ConfigFile", document)
        : {
            ...document,
            ...omitAbsent({
              tags: tags?.map((tag) => this.writeTag(tag)),
              paths: paths && this.writePaths(paths),
              webhooks: webhooks && this.writePaths(webhooks),
              channels: channels && this.writeChannels(channels),
            }),
            components: { ...components, ...this.writeComponents(components) },
          };
    return this.source.parts.reduce<object>(
      (whole, path) => setDescription(whole, path.split("."), this.source.takePart(path)),
      written,
    ) as T;
  }

  private writeTag(tag: { readonly name: string }): object {
    const { title, description } = this.source.takeTag(tag.name);
    return { ...tag, ...omitAbsent({ "x-displayName": title }), description };
  }

  private writeComponents(components: NonNullable<Document["components"]>): object {
    const { schemas, responses } = components;
    return omitAbsent({
      schemas:
        schemas && mapValues(schemas, (name, schema) => this.schemas.writeNamed(name, schema)),
      responses:
        responses && mapValues(responses, (name, response) => this.writeError(name, response)),
    });
  }

  /** The text of a shared response comes before its codes. Each code has one example. */
  private writeError(name: string, response: Part): object {
    const { content } = response as {
      readonly content: {
        readonly "application/json": { readonly examples: Readonly<Record<string, Example>> };
      };
    };
    const json = content["application/json"];
    return {
      ...response,
      description: `${this.source.takeResponse(name)} ${String(response["description"])}`,
      content: {
        "application/json": {
          ...json,
          examples: mapValues(json.examples, (code, { value }) => ({
            value: { error: { ...value.error, message: this.source.takeExample(code) } },
          })),
        },
      },
    };
  }

  /** A path has methods, and the parameters that all its operations share. */
  private writePaths(paths: Paths): object {
    return mapValues(paths, (path, methods) =>
      mapValues(methods, (key, part) =>
        key === "parameters"
          ? part.map((parameter) => this.writeParameter(parameter, path, ""))
          : this.writeOperation(part, path),
      ),
    );
  }

  private writeOperation(operation: Operation, path: string): object {
    const { operationId, parameters, requestBody, responses } = operation;
    const texts = [this.source.takeOperation(operationId), operation.description];
    const description = texts.filter((text) => text !== undefined).join(" ");
    return {
      ...operation,
      ...omitAbsent({
        description: description === "" ? undefined : description,
        parameters: parameters?.map((one) => this.writeParameter(one, path, operationId)),
        requestBody: requestBody && this.writeContent(requestBody, operationId),
      }),
      responses: mapValues(responses, (status, response) =>
        response.$ref !== undefined
          ? response
          : {
              ...this.writeContent(response, operationId),
              description: this.source.takeStatus(operationId, status),
            },
      ),
    };
  }

  private writeParameter(parameter: Parameter, path: string, operationId: string): object {
    const key = `${parameter.in}.${parameter.name}`;
    const segment = `{${parameter.name}}`;
    const suffix = `${path.split(`/${segment}`)[0]?.split("/").at(-1) ?? ""}/${segment}`;
    return { ...parameter, description: this.source.takeParameter(operationId, key, suffix) };
  }

  private writeContent<T extends Content>(part: T, operationId: string): T {
    if (part.content === undefined) return part;
    const content = mapValues(part.content, (_type, media) =>
      media.schema === undefined
        ? media
        : { ...media, schema: this.schemas.writeBody(operationId, media.schema) },
    );
    return { ...part, content };
  }

  private writeChannels(channels: NonNullable<Document["channels"]>): object {
    return mapValues(channels, (_channel, part) => ({
      ...part,
      messages: mapValues(part.messages, (name, message) => ({
        ...message,
        summary: this.source.takeMessage(name),
      })),
    }));
  }
}

interface Example {
  readonly value: { readonly error: object };
}

/** Sets the description of the part at a path. Throws if the document has no such part. */
function setDescription(part: object, path: readonly string[], description: string): object {
  const [key, ...others] = path;
  if (key === undefined) return { ...part, description };
  const inner = (part as Part)[key];
  if (typeof inner !== "object" || inner === null) throw new Error(`No part ${path.join(".")}.`);
  const changed = setDescription(inner, others, description);
  return Array.isArray(part) ? part.with(Number(key), changed) : { ...part, [key]: changed };
}
