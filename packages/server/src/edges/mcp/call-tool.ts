import type { ClientAddress } from "../../core/client/address.ts";
import { createHash } from "node:crypto";
import { Compile, type Validator } from "typebox/compile";
import { describeDenial, isActionInScopes, type Principal } from "../../auth/index.ts";
import type { IdempotencyKey } from "../../core/command.ts";
import { refuse } from "../../core/failure.ts";
import { Refusal } from "../../core/failure.ts";
import { toValidationFailure } from "../../http/errors.ts";
import type { Limits } from "../../limits/index.ts";
import type { ServiceApiClient } from "../../http/in-process/service-api-client.ts";
import { createDenial, toToolError, type ToolError } from "./tool-error.ts";
import type { Tool, ToolOutput } from "./tools/define-tool.ts";
import { findDeniedPermission } from "./tools/index.ts";

/** One authenticated request to `/mcp`. */
export interface McpRequest {
  readonly principal: Principal;
  readonly api: ServiceApiClient;
  /** Client address and id of the HTTP request, for the audit log. */
  readonly address: ClientAddress;
  readonly requestId: string;
}
/** A change that a tool makes, as the audit log records it (MCP-031). */
export interface ToolChange {
  readonly principal: Principal;
  readonly key: IdempotencyKey;
  /** Tool and object, such as `close_chat: chat 12`. */
  readonly target: string;
  readonly address: ClientAddress;
  readonly requestId: string;
}
export interface CallToolDeps {
  readonly limits: Limits;
  /**
   * Runs a change once per key, and adds it to the audit log. A repeat returns the first result. A
   * change that throws leaves nothing behind.
   */
  readonly runOnce: <R>(change: ToolChange, run: () => Promise<R>) => Promise<R>;
}

export type ToolResult =
  | { readonly ok: true; readonly output: ToolOutput<unknown> }
  | { readonly ok: false; readonly error: ToolError };

/**
 * Calls a tool: limit, permission, arguments, then the tool itself (MCP-010 to MCP-012). Expected
 * errors are results. Throws only for bugs.
 */
export async function callTool(
  deps: CallToolDeps,
  request: McpRequest,
  tool: Tool,
  args: unknown,
): Promise<ToolResult> {
  try {
    await takeCall(deps.limits, request.principal);
    const denied = findDeniedPermission(request.principal, tool);
    if (denied !== null) return { ok: false, error: describeDenied(request.principal, denied) };
    const input = validateArguments(tool, args);
    return { ok: true, output: await runTool(deps, request, tool, input) };
  } catch (error) {
    const toolError = toToolError(error);
    if (toolError === null) throw error;
    return { ok: false, error: toolError };
  }
}

/** Counts a call against the limit of the key or grant (MCP-013). Throws `rate_limited`. */
export async function takeCall(limits: Limits, { credential }: Principal): Promise<void> {
  const allowance = await limits.take("mcp_calls", `${credential.kind} ${credential.id}`);
  if (!allowance.ok)
    refuse("rate_limited", "Too many calls in the last minute.", {
      retryAfterMs: allowance.retryAfterMs,
    });
}

function describeDenied(
  principal: Principal,
  denied: NonNullable<ReturnType<typeof findDeniedPermission>>,
): ToolError {
  const { credential } = principal;
  const isInScopes = credential.kind === "session" || isActionInScopes(credential.scopes, denied);
  return createDenial(principal, describeDenial(principal, denied), denied, isInScopes);
}

/** Compiled at the first call of each tool. */
const validators = new Map<string, Validator>();

function validateArguments(tool: Tool, args: unknown): Record<string, unknown> {
  const value = args ?? {};
  let validator = validators.get(tool.name);
  if (validator === undefined) validators.set(tool.name, (validator = Compile(tool.input)));
  if (validator.Check(value)) return value as Record<string, unknown>;
  throw new Refusal(toValidationFailure(validator.Errors(value)[0], "arguments"));
}

async function runTool(
  deps: CallToolDeps,
  { principal, api, address, requestId }: McpRequest,
  tool: Tool,
  args: Record<string, unknown>,
): Promise<ToolOutput<unknown>> {
  if (tool.getTarget === undefined) return tool.run({ args, principal, api, changeKey: "" });
  const key = createKey(principal, tool, args);
  const target = `${tool.name}: ${tool.getTarget(args)}`;
  return deps.runOnce({ principal, key, target, address, requestId }, () =>
    tool.run({ args, principal, api, changeKey: createChangeKey(key) }),
  );
}

/**
 * Returns the key of a change (MCP-030). It contains the key or grant, because two programs may
 * choose the same client id. The hash covers all arguments.
 */
function createKey(
  { credential }: Principal,
  { name }: Tool,
  args: Record<string, unknown>,
): IdempotencyKey {
  const hash = createHash("sha256").update(JSON.stringify(args, Object.keys(args).toSorted()));
  return {
    scope: `mcp:${credential.kind}:${credential.id}`,
    key: `${name}:${String(args["client_id"])}`,
    hash: hash.digest(),
  };
}
/** Returns the key for the routes, which accept at most 64 characters as a client id. */
const createChangeKey = ({ scope, key, hash }: IdempotencyKey): string =>
  `mcp-${createHash("sha256").update(`${scope}\n${key}\n`).update(hash).digest("base64url")}`;
