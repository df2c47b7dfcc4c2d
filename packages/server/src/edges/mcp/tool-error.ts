import { Type, type Static } from "typebox";
import { Nullable } from "@parlour/protocol";
import type { Principal } from "../../auth/index.ts";
import { isFailure, Refusal, type Failure } from "../../core/failure.ts";
import { getRetryAfterSeconds } from "../../http/errors.ts";
import { ServiceApiError } from "../../http/in-process/service-api-client.ts";
import { ToolRefusal } from "./tools/define-tool.ts";

/** The error of a tool (MCP-012). */
export const ToolError = Type.Object({
  code: Type.String(),
  message: Type.String(),
  /** Name of the wrong argument. Null if there is none. */
  field: Nullable(Type.String()),
  /** Scope that the API key or the application lacks. Null if that is not the reason. */
  missing_scope: Nullable(Type.String()),
  /** Seconds to wait before the next call. Null if there is nothing to wait for. */
  retry_after_s: Nullable(Type.Integer({ minimum: 1 })),
  /** What to do next. */
  advice: Type.String(),
});
export type ToolError = Static<typeof ToolError>;

/** What to do next, by code. */
const adviceByCode: Readonly<Record<string, string>> = {
  invalid_request: "Correct the argument named in field and call again.",
  not_found: "Check the id. list_chats, search_chats and search_visitors return ids.",
  forbidden:
    "Do not try again. Ask the operator to do this in Parlour, or to grant the permission.",
  already_accepted: "Another operator has the chat. Add a note, or choose another chat.",
  at_limit:
    "The operator has reached their limit of parallel chats. Assign the chat to another operator or a department.",
  chat_closed: "The chat is closed and cannot be changed. Do not try again.",
  not_available: "The operator is offline. Choose another one with list_assignees.",
  transfer_open:
    "The chat is already offered to someone. Wait until the offer is answered or ends after 30 seconds.",
  field_required:
    "Ask the operator to fill in the fields that the message names, then close again.",
  not_open:
    "Nobody has the chat yet. First take it: call assign_chat with the operator_id that you act for.",
  idempotency_conflict: "This client_id was used for another change. Use a new one.",
  rate_limited: "Wait for retry_after_s seconds before the next call.",
  temporarily_unavailable:
    "The change may or may not have been made. Repeat the call with the same client_id.",
  internal_error:
    "The change may or may not have been made. Repeat the call with the same client_id.",
  draft_exists:
    "Ask the operator whether their text may be replaced. If so, call again with replace set to true.",
};
const otherAdvice = "Do not repeat the call. Tell the operator what the error says.";

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
