/** Simulated behaviour of the lab's endpoints, including faults of an integrator's server. */

/** The three endpoints of the lab, one per interface. */
export const labEndpoints = ["channel", "bot", "webhook"] as const;
export type EndpointKind = (typeof labEndpoints)[number];
const behaviourModes = ["ok", "slow", "error", "hang", "garbage", "down"] as const;
const invalidBodies = ["html", "broken", "empty", "repeated"] as const;

export interface Behaviour {
  readonly mode: (typeof behaviourModes)[number];
  /** Delay of a response in mode `slow`, in ms. Parlour ignores responses after 3 s (CH-080). */
  readonly delayMs: number;
  /** Status, error code and text of the response in mode `error` (CH-082). */
  readonly status: number;
  readonly code: string;
  readonly text: string;
  readonly garbage: (typeof invalidBodies)[number];
}

export const defaultBehaviour: Behaviour = {
  mode: "ok",
  delayMs: 2000,
  status: 200,
  code: "session_expired",
  text: "The customer has left.",
  garbage: "html",
};

/** How the endpoint responds to one request. */
export type EndpointResponse =
  | {
      readonly do: "answer";
      readonly afterMs: number;
      readonly status: number;
      readonly type: string;
      readonly body: string;
    }
  | { readonly do: "hang" }
  | { readonly do: "break" };

const jsonType = "application/json; charset=utf-8";
const invalidResponses: Record<Behaviour["garbage"], { type: string; body: string }> = {
  html: {
    type: "text/html; charset=utf-8",
    body: "<!doctype html><title>It works</title><h1>It works</h1>",
  },
  broken: { type: jsonType, body: '{"result":"o' },
  empty: { type: jsonType, body: "" },
  repeated: { type: jsonType, body: '{"result":"ok","result":"failed"}' },
};

/** Returns the response of a behaviour. `okBody`: the body of a successful one. */
export function createEndpointResponse(
  behaviour: Behaviour,
  okBody = '{"result":"ok"}',
): EndpointResponse {
  switch (behaviour.mode) {
    case "ok":
      return { do: "answer", afterMs: 0, status: 200, type: jsonType, body: okBody };
    case "slow":
      return {
        do: "answer",
        afterMs: behaviour.delayMs,
        status: 200,
        type: jsonType,
        body: okBody,
      };
    case "error":
      return {
        do: "answer",
        afterMs: 0,
        status: behaviour.status,
        type: jsonType,
        body: JSON.stringify({ error: { code: behaviour.code, message: behaviour.text } }),
      };
    case "garbage":
      return { do: "answer", afterMs: 0, status: 200, ...invalidResponses[behaviour.garbage] };
    case "hang":
      return { do: "hang" };
    case "down":
      return { do: "break" };
  }
}

/** Returns whether Parlour accepts the response within `limitMs`. */
export function isAcceptedByParlour({ mode, delayMs }: Behaviour, limitMs: number): boolean {
  return mode === "ok" || (mode === "slow" && delayMs < limitMs);
}

/** Parses the behaviour that the page sent. Returns an error with the field of a wrong value. */
export function parseBehaviour(
  value: Readonly<Record<string, unknown>>,
): Behaviour | { readonly fault: string } {
  const mode = behaviourModes.find((m) => m === value["mode"]);
  const garbage = invalidBodies.find((g) => g === value["garbage"]);
  const { delayMs, status, code, text } = value;
  if (mode === undefined || garbage === undefined) return { fault: "Unknown behaviour." };
  if (typeof delayMs !== "number" || !(delayMs >= 0 && delayMs <= 60_000))
    return { fault: "The delay must be between 0 and 60 seconds." };
  if (typeof status !== "number" || !Number.isInteger(status) || status < 200 || status > 599)
    return { fault: "The HTTP status must be from 200 to 599." };
  if (typeof code !== "string" || code.length > 100)
    return { fault: "The error code may have 100 characters." };
  if (typeof text !== "string" || text.length > 1000)
    return { fault: "The error text may have 1000 characters." };
  return { mode, garbage, delayMs, status, code, text };
}
