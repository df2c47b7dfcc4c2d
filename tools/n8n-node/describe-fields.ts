import { resolve, toFieldType, type Document, type Schema } from "./document.ts";

/** A property of a node, as n8n declares it. */
export interface NodeProperty {
  readonly displayName: string;
  readonly name: string;
  readonly type: string;
  readonly [key: string]: unknown;
}

/** JSON is a text if it was typed, and a value if an expression returned it. */
const parseJson = '={{ typeof $value === "string" ? JSON.parse($value) : $value }}';

/** Names that other inputs of every operation have. */
const takenNames = new Set(["resource", "operation", "filters", "fields", "returnAll"]);

/**
 * Describes the fields of a body: the required ones as inputs of their own, the others as a
 * collection. A body that is no object with named fields is one JSON input.
 */
export function describeBody(
  document: Document,
  schema: Schema,
  pathNames: readonly string[],
): NodeProperty[] {
  const { properties, required = [] } = resolve(document, schema);
  if (properties === undefined)
    return [
      {
        displayName: "Body",
        name: "body",
        type: "json",
        required: true,
        default: "{}",
        routing: { request: { body: parseJson } },
      },
    ];
  const fields = Object.entries(properties).map(([key, field]) => {
    const isTaken = takenNames.has(key) || pathNames.includes(key);
    return { key, property: describeField(document, isTaken ? `body_${key}` : key, key, field) };
  });
  const needed = fields.filter(({ key }) => required.includes(key));
  const others = fields.filter(({ key }) => !required.includes(key));
  return [
    ...needed.map(({ property }) => ({ ...property, required: true })),
    ...(others.length === 0
      ? []
      : [
          {
            displayName: "Fields",
            name: "fields",
            type: "collection",
            placeholder: "Add Field",
            default: {},
            options: others.map(({ property }) => property),
          },
        ]),
  ];
}

function describeField(
  document: Document,
  name: string,
  key: string,
  schema: Schema,
): NodeProperty {
  const type = toFieldType(document, schema);
  const isJson = type.type === "json";
  return {
    displayName: key.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase()),
    name,
    ...type,
    description: schema.description ?? resolve(document, schema).description ?? "",
    routing: {
      send: {
        type: "body",
        property: key,
        ...(isJson && { value: parseJson }),
      },
    },
  };
}
