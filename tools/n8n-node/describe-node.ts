import { describeBody, type NodeProperty } from "./describe-fields.ts";
import { resolve, toFieldType, type Document, type Operation, type Parameter } from "./document.ts";

/** Tags of the OpenAPI document that are resources of the node, in the order of its list. */
const resources = [
  "chats",
  "visitors",
  "tags",
  "operators",
  "departments",
  "fields",
  "segments",
  "broadcasts",
  "articles",
  "canned replies",
  "offline",
  "search",
] as const;

/** An operation of the document with its method and path. */
interface ListedOperation extends Operation {
  readonly method: string;
  readonly path: string;
}

/**
 * Returns the description of the n8n node "Parlour" in the declarative style: n8n builds the
 * request of an operation from its `routing`, and the node has no code. The same document gives
 * the same description.
 */
export function describeNode(document: Document): object {
  const operations = listOperations(document);
  return {
    displayName: "Parlour",
    name: "parlour",
    icon: "file:parlour.svg",
    group: ["transform"],
    version: 1,
    subtitle: '={{$parameter["operation"]}}',
    description: "Call the service API of a Parlour installation",
    defaults: { name: "Parlour" },
    inputs: ["main"],
    outputs: ["main"],
    credentials: [{ name: "parlourApi", required: true }],
    requestDefaults: {
      baseURL: "={{$credentials.baseUrl}}/api/v1",
      headers: { Accept: "application/json" },
    },
    properties: [
      {
        displayName: "Resource",
        name: "resource",
        type: "options",
        noDataExpression: true,
        options: resources.map((name) => ({ name: capitalize(name), value: name })),
        default: resources[0],
      },
      ...resources.map((resource) => describeChoice(resource, operations)),
      ...operations.flatMap((operation) => describeParameters(document, operation)),
    ],
  };
}

/** Lists the operations that an API key can call and that answer with JSON or nothing. */
function listOperations({ paths }: Document): readonly ListedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const { security = [], tags = [], responses, requestBody } = operation;
      const [success] = Object.entries(responses).filter(([status]) => status.startsWith("2"));
      const answers = Object.keys(success?.[1].content ?? {});
      const bodies = Object.keys(requestBody?.content ?? {});
      const isPlain = [...answers, ...bodies].every((type) => type === "application/json");
      const isListed = resources.some((name) => name === tags[0]);
      return isListed && isPlain && security.some((scheme) => "key" in scheme)
        ? [{ ...operation, method: method.toUpperCase(), path: path.replace(/^\/api\/v1/, "") }]
        : [];
    }),
  );
}

/** Describes the list of the operations of a resource, with the request of each. */
function describeChoice(resource: string, operations: readonly ListedOperation[]): NodeProperty {
  const options = operations
    .filter(({ tags = [] }) => tags[0] === resource)
    .map(({ operationId, summary, description = "", method, path, security = [] }) => ({
      name: summary,
      value: operationId,
      action: summary,
      description: [
        description.split(/(?<=\.) /)[0],
        `Scope: ${security.flatMap((scheme) => scheme["key"] ?? []).join(", ")}.`,
      ]
        .filter(Boolean)
        .join(" "),
      routing: {
        request: { method, url: `=${path.replaceAll(/\{(\w+)\}/g, '{{$parameter["$1"]}}')}` },
      },
    }));
  return {
    displayName: "Operation",
    name: "operation",
    type: "options",
    noDataExpression: true,
    displayOptions: { show: { resource: [resource] } },
    options,
    default: options[0]?.value ?? "",
  };
}

/** Describes the inputs of an operation: its path, its filters, its pages and its body. */
function describeParameters(document: Document, operation: ListedOperation): NodeProperty[] {
  const { operationId, tags = [], parameters = [], requestBody, responses } = operation;
  const shown = {
    displayOptions: { show: { resource: [tags[0]], operation: [operationId] } },
  };
  const path = parameters.filter((parameter) => parameter.in === "path");
  const query = parameters.filter(
    (parameter) => parameter.in === "query" && parameter.name !== "cursor",
  );
  const hasPages = parameters.some(({ name }) => name === "cursor");
  const body = requestBody?.content["application/json"]?.schema;
  const isList = Object.values(responses).some(({ content }) => {
    const schema = resolve(document, content?.["application/json"]?.schema ?? {});
    return schema.properties?.["items"] !== undefined;
  });
  return [
    ...path.map(({ name, description }) => ({
      displayName: capitalize(name),
      name,
      type: "string",
      required: true,
      default: "",
      description: description ?? "",
      ...shown,
    })),
    ...(hasPages ? [{ ...describePages(query), ...shown }] : []),
    ...(isList ? [{ ...itemsOnly, ...shown }] : []),
    ...(query.length > 0 ? [{ ...describeFilters(document, query), ...shown }] : []),
    ...(body === undefined
      ? []
      : describeBody(
          document,
          body,
          path.map(({ name }) => name),
        ).map((property) => ({ ...property, ...shown }))),
  ];
}

/** The next page keeps the filters, because n8n replaces the whole query. */
function describePages(query: readonly Parameter[]): NodeProperty {
  const filters = query.map(({ name }) => [name, `={{ $request.qs?.${name} }}`]);
  return {
    displayName: "Return All",
    name: "returnAll",
    type: "boolean",
    default: false,
    description: "Whether to return all results or only one page",
    routing: {
      send: { paginate: "={{ $value }}" },
      operations: {
        pagination: {
          type: "generic",
          properties: {
            continue: "={{ !!$response.body?.next_cursor }}",
            request: {
              qs: {
                ...Object.fromEntries(filters),
                cursor: "={{ $response.body?.next_cursor ?? undefined }}",
              },
            },
          },
        },
      },
    },
  };
}

/** Makes each item of a list an item of the workflow. */
const itemsOnly: NodeProperty = {
  displayName: "Split Into Items",
  name: "splitIntoItems",
  type: "hidden",
  default: true,
  routing: {
    output: { postReceive: [{ type: "rootProperty", properties: { property: "items" } }] },
  },
};

function describeFilters(document: Document, query: readonly Parameter[]): NodeProperty {
  return {
    displayName: "Filters",
    name: "filters",
    type: "collection",
    placeholder: "Add Filter",
    default: {},
    options: query.map(({ name, description, schema }) => ({
      displayName: capitalize(name),
      name,
      ...toFieldType(document, schema),
      description: description ?? "",
      routing: { send: { type: "query", property: name } },
    })),
  };
}

const capitalize = (name: string): string =>
  name.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());
