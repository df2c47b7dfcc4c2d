import { compileBody } from "../src/openapi/compile-body.fixture.ts";
import { describeServiceApi, type OpenApi } from "../src/openapi/service-api.ts";

interface Described {
  readonly pattern: RegExp;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly name: string;
}

/** Compares responses of a running server with the published document (API-385). */
export interface ResponseContract {
  /**
   * Throws if the document does not have the status or the media type for this operation, or if a
   * JSON body does not match its schema. Ignores paths that are not in the document, because no
   * handler answers them.
   */
  check(method: string, url: string, response: CheckedResponse): void;
}

/** A response. `type`: its `Content-Type`, JSON by default. */
interface CheckedResponse {
  readonly status: number;
  readonly body: unknown;
  readonly type?: string;
}

/** Loads the document of the service API. Validators are built when they are first needed. */
export async function loadResponseContract(): Promise<ResponseContract> {
  const document = await describeServiceApi();
  const operations = listOperations(document);
  return {
    check(method, url, { status, body, type = json }) {
      const path = new URL(url, "http://localhost").pathname;
      const operation = operations
        .get(method.toLowerCase())
        ?.find(({ pattern }) => pattern.test(path));
      if (operation === undefined) return;
      const place = `${operation.name} ${status}`;
      const response = resolve(document, operation.responses[status]);
      if (response === undefined) throw new Error(`${place} is not in openapi.json`);
      const mediaType = type.split(";")[0]?.trim() ?? "";
      if (!hasMediaType(response, mediaType))
        throw new Error(`${place} is ${mediaType}, which is not in openapi.json`);
      if (mediaType !== json) return;
      const validator = compileBody(document.components, response.content?.[json]?.schema ?? {});
      if (validator.Check(body)) return;
      const [, errors] = validator.Errors(body);
      throw new Error(
        `${place} does not match openapi.json: ${JSON.stringify(errors[0])} in ${JSON.stringify(body)}`,
      );
    },
  };
}

/** Paths without parameters come first, as in the router. */
function listOperations({ paths }: OpenApi): ReadonlyMap<string, readonly Described[]> {
  const sorted = Object.keys(paths).toSorted((a, b) => countParameters(a) - countParameters(b));
  const operations = new Map<string, Described[]>();
  for (const path of sorted)
    for (const [method, { operationId = "", responses }] of Object.entries(paths[path] ?? {})) {
      const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
      const list = operations.get(method) ?? [];
      operations.set(method, [...list, { pattern, responses, name: operationId }]);
    }
  return operations;
}
const countParameters = (path: string): number => path.split("{").length;

/** A response of the document, as far as the contract uses it. */
interface Response {
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}
function resolve(document: OpenApi, response: unknown): Response | undefined {
  const { $ref } = (response ?? {}) as { readonly $ref?: string };
  return $ref === undefined
    ? (response as Response | undefined)
    : (document.components.responses[$ref.split("/").at(-1) ?? ""] as Response);
}

const json = "application/json";
/** Types such as `image/png` are part of `image/*`. */
function hasMediaType({ content = {} }: Response, type: string): boolean {
  return type in content || type.replace(/\/.*/, "/*") in content;
}
