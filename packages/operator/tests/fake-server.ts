import type { SocketAnswer, SocketRequest } from "@parlour/protocol/socket/by-requests";
import {
  checkResponse,
  responseSchemas,
  type AnsweredRoute,
  type ResponseBody,
} from "@parlour/protocol/testing/response-schemas.fixture";

/** A request of the application to the service API. */
interface AppRequest {
  readonly method: string;
  /** The path below `/api/v1`, without its query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Values of the parameters in the path, in their order. */
  readonly ids: readonly number[];
  /** The parsed JSON body, or the form. Undefined without a body. */
  readonly body: unknown;
}

/** An error response of the service API (API-002). */
export class Refusal {
  readonly status: number;
  readonly error: Readonly<Record<string, unknown>>;
  /** Seconds of the header `Retry-After`, or undefined without it. */
  readonly retryAfterS: number | undefined;
  constructor(
    status: number,
    code: string,
    message: string,
    {
      retryAfterS,
      ...more
    }: { readonly retryAfterS?: number; readonly [field: string]: unknown } = {},
  ) {
    this.status = status;
    this.error = { code, message, request_id: "r", ...more };
    this.retryAfterS = retryAfterS;
  }
}

type Answer<Route extends AnsweredRoute> =
  | ResponseBody<Route>
  | Refusal
  | ((
      request: AppRequest,
    ) => ResponseBody<Route> | Refusal | Promise<ResponseBody<Route> | Refusal>);
/** Answers by route. A function computes the answer of each request. */
export type Answers = { readonly [Route in AnsweredRoute]?: Answer<Route> };

export interface FakeServer {
  /** Requests that change something, in their order. */
  readonly changes: AppRequest[];
  /** Requests without an answer, and answers that the API cannot give. */
  readonly faults: string[];
  /** Adds answers, and replaces those of the same routes. */
  readonly answer: (more: Answers) => void;
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Makes all requests fail as without a network, or answers them again. */
  readonly setReachable: (isReachable: boolean) => void;
  /** Ends requests that were not answered, as a lost connection does. */
  readonly close: () => void;
  /** Sets the answers to sockets by requests (CORE-490). Without them there are none. */
  readonly answerSockets: (answer: AnswerSocket) => void;
}
export type AnswerSocket = (
  request: SocketRequest,
) => SocketAnswer | Refusal | Promise<SocketAnswer>;

/**
 * Creates a service API that answers from a table. Each answer must match the schema of its route
 * in `protocol`, so that a test cannot invent a response.
 */
export function createFakeServer(answers: Answers): FakeServer {
  let table: Answers = answers;
  const changes: AppRequest[] = [];
  const faults: string[] = [];
  let isServerReachable = true;
  const closed = Promise.withResolvers<never>();
  // Nobody may be waiting.
  closed.promise.catch(() => undefined);
  let answerSocket: AnswerSocket = () => new Refusal(426, "websocket_needed", "No upgrade.");

  const respond = async (method: string, url: URL, body: unknown): Promise<Response> => {
    const path = url.pathname.replace(/^\/api\/v1/, "");
    const matched = matchRoute(method, path, table);
    if (matched === null) {
      faults.push(`${method} ${path} has no answer`);
      return toResponse(new Refusal(501, "no_answer", "The test has no answer."));
    }
    const request = { method, path, query: url.searchParams, ids: matched.ids, body };
    if (method !== "GET") changes.push(request);
    const answer = table[matched.route] as Answer<AnsweredRoute>;
    const given = await Promise.race([
      typeof answer === "function" ? answer(request) : answer,
      closed.promise,
    ]);
    if (given instanceof Refusal) return toResponse(given);
    try {
      checkResponse(matched.route, given);
    } catch (error) {
      faults.push(String(error));
    }
    return toResponse(given);
  };

  return {
    changes,
    faults,
    answer(more) {
      table = { ...table, ...more };
    },
    setReachable(isReachable) {
      isServerReachable = isReachable;
    },
    close: () => closed.reject(new TypeError("Failed to fetch")),
    answerSockets(answer) {
      answerSocket = answer;
    },
    async fetch(input, init) {
      if (!isServerReachable) throw new TypeError("Failed to fetch");
      const url = new URL(input instanceof Request ? input.url : input, location.href);
      if (!url.pathname.startsWith("/api/v1/")) return toResponse({});
      if (url.pathname === "/api/v1/socket") {
        if (init?.method !== "POST")
          return toResponse(new Refusal(426, "websocket_needed", "No upgrade."));
        return toResponse(await answerSocket(parseBody(init.body) as SocketRequest));
      }
      return respond(init?.method ?? "GET", url, parseBody(init?.body));
    },
  };
}

/** Finds the route of a request. Paths without parameters come first, as in the router. */
function matchRoute(
  method: string,
  path: string,
  answers: Answers,
): { readonly route: AnsweredRoute; readonly ids: readonly number[] } | null {
  const found = routePatterns
    .filter((one) => one.method === method && one.route in answers)
    .flatMap(({ route, pattern }) => {
      const [, ...values] = pattern.exec(path) ?? [];
      return pattern.test(path) ? [{ route, ids: values.map(Number) }] : [];
    });
  return found.toSorted((a, b) => a.ids.length - b.ids.length)[0] ?? null;
}

const routePatterns = (Object.keys(responseSchemas) as AnsweredRoute[]).map((route) => {
  const [method = "", path = ""] = route.split(" ");
  return { route, method, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "([^/]+)")}$`) };
});

function parseBody(body: BodyInit | null | undefined): unknown {
  return typeof body === "string" ? JSON.parse(body) : (body ?? undefined);
}

function toResponse(answer: unknown): Response {
  if (answer === null) return new Response(null, { status: 204 });
  const [status, body] =
    answer instanceof Refusal ? [answer.status, { error: answer.error }] : [200, answer];
  const headers = new Headers({ "content-type": "application/json" });
  if (answer instanceof Refusal && answer.retryAfterS !== undefined)
    headers.set("retry-after", String(answer.retryAfterS));
  return new Response(JSON.stringify(body), { status, headers });
}
