import { Type, type Static } from "typebox";
import { Nullable } from "@parlour/protocol";
import type { Principal } from "../../auth/index.ts";
import { isFailure, Refusal, type Failure } from "../../core/failure.ts";
import { getRetryAfterSeconds } from "../../http/errors.ts";
import { ServiceApiError } from "./service-api-client.ts";
import { ToolRefusal } from "./tools/define-tool.ts";

/** The error of a tool (MCP-012). */
export const ToolError = Type.Object({
  code: Type.String(),
  message: Type.String(),
  /** Name of the wrong argument. */
  field: Nullable(Type.String()),
  /** Scope that the key or the connected application lacks. */
  missing_scope: Nullable(Type.String()),
  /** Seconds to wait before the same call can succeed. */
  retry_after_s: Nullable(Type.Integer({ minimum: 1 })),
  /** What to do next. */
  advice: Type.String(),
});
export type ToolError = Static<typeof ToolError>;

/** What to do next, by code. */
const adviceByCode: Readonly<Record<string, string>> = {
  invalid_request: "Correct the argument and call again.",
  not_found: "Check the id. list_chats, search_chats and search_visitors return ids.",
  forbidden: "Ask the person to do this in the application, or to grant the permission.",
  already_accepted: "Another operator has the chat. Add a note or choose another chat.",
  at_limit: "The operator has their maximum number of chats. Assign another operator.",
  chat_closed: "The chat is closed. Do not try again.",
  not_available: "The operator is offline. Choose another one with list_assignees.",
  transfer_open: "Wait until the transfer is answered or has ended.",
  not_open: "Nobody has the chat yet. Take it first: assign_chat with your own operator_id.",
  idempotency_conflict: "Use a new client_id for a new change.",
  rate_limited: "Wait before the next call.",
  temporarily_unavailable:
    "It is unknown whether the change was made. Repeat the call with the same client_id.",
  internal_error:
    "It is unknown whether the change was made. Repeat the call with the same client_id.",
  draft_exists:
    "Ask the person whether their text may be replaced. If yes, call again with replace true.",
};
const otherAdvice = "Do not repeat the call. Tell the person what the error says.";

/** Returns the error of a failed call, or null if the error is a bug. */
export function toToolError(error: unknown): ToolError | null {
  if (error instanceof ServiceApiError)
    return createToolError({ ...error.error, retryAfterS: error.retryAfterS });
  if (error instanceof ToolRefusal) return createToolError(error);
  const failure: unknown = error instanceof Refusal ? error.failure : error;
  if (!isFailure(failure)) return null;
  return createToolError({
    code: failure.failure,
    message: failure.message,
    field: toArgumentName(failure),
    retryAfterS: getRetryAfterSeconds(failure) ?? null,
  });
}

/** Returns the error of a call for which the principal lacks a permission. */
export const createDenial = (
  { credential }: Principal,
  message: string,
  permission: string,
  isInScopes: boolean,
): ToolError => ({
  ...createToolError({ code: "forbidden", message }),
  missing_scope: credential.kind !== "session" && !isInScopes ? permission : null,
});

function createToolError({
  code,
  message,
  field = null,
  retryAfterS = null,
}: {
  readonly code: string;
  readonly message: string;
  readonly field?: string | null | undefined;
  readonly retryAfterS?: number | null;
}): ToolError {
  return {
    code,
    message,
    field: field === "Idempotency-Key" ? "client_id" : field,
    missing_scope: null,
    retry_after_s: retryAfterS,
    advice: adviceByCode[code] ?? otherAdvice,
  };
}

/** The whole body of a request is called `arguments` here. */
const toArgumentName = ({ field }: Failure): string | null =>
  field === "body" ? "arguments" : (field ?? null);
