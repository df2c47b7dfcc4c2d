import type { Static, TObject } from "typebox";
import type { Action, ExplicitScope, Principal } from "../../../auth/index.ts";
import type { ServiceApiClient } from "../../../http/in-process/service-api-client.ts";

/** A call of a tool whose arguments are valid. */
export interface ToolCall<A> {
  readonly args: A;
  readonly principal: Principal;
  readonly api: ServiceApiClient;
  /** A key for one change of this call. Other calls have other keys (MCP-030). */
  readonly changeKey: string;
}
/** The result of a tool. `summary` is one sentence without any untrusted text. */
export interface ToolOutput<R> {
  readonly data: R;
  readonly summary: string;
}
export interface Tool<I extends TObject = TObject, O extends TObject = TObject> {
  readonly name: string;
  readonly title: string;
  /** What the tool does and when to use it, for the model. */
  readonly description: string;
  /** Permissions of the routes that the tool calls. */
  readonly actions: readonly Action[];
  /** A scope that the tool needs in addition, which no wildcard includes. */
  readonly explicitScope?: ExplicitScope;
  readonly input: I;
  readonly output: O;
  /** `read`: changes nothing. `destructive`: the change cannot be reverted. */
  readonly effect: "read" | "change" | "destructive";
  /** Whether the effect leaves the installation, for example to a visitor. */
  readonly isExternal?: true;
  /** Names the changed object for the audit log. Set for every tool that changes something. */
  readonly getTarget?: (args: Static<I>) => string;
  readonly run: (call: ToolCall<Static<I>>) => Promise<ToolOutput<Static<O>>>;
}

/** Returns the tool with its argument and result types checked against its schemas. */
export const defineTool = <I extends TObject, O extends TObject>(tool: Tool<I, O>): Tool =>
  tool as unknown as Tool;

/** An error of a tool itself, with a code that no route uses. */
export class ToolRefusal extends Error {
  readonly code: "draft_exists";
  readonly field: string;

  constructor(code: ToolRefusal["code"], message: string, field: string) {
    super(message);
    this.name = "ToolRefusal";
    this.code = code;
    this.field = field;
  }
}
