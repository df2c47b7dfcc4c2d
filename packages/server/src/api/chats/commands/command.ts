import type { TSchema } from "typebox";
import type { OperatorStatus } from "../../../core/operator/eligibility.ts";
import type { ChatEntity } from "../../../core/entity.ts";
import type { CommandHandler } from "../../../core/command.ts";

/** A command of an operator on a chat, with its route. */
export interface ChatCommand {
  readonly name: string;
  /** Default: `POST`. */
  readonly method?: "DELETE";
  readonly summary: string;
  readonly body: TSchema;
  readonly status?: 201;
  readonly createHandler: (
    operatorId: number,
    body: unknown,
    known: OperatorStatus,
  ) => CommandHandler<ChatEntity>;
}

export const getReason = (body: unknown): string | null =>
  toOptionalText((body as { reason?: string } | null)?.reason);

/** Returns the trimmed text, or null if it is empty. */
export function toOptionalText(input: string | null | undefined): string | null {
  const text = input?.trim() ?? "";
  return text === "" ? null : text;
}
