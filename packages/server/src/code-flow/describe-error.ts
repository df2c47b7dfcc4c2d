import { NoResponseError, readObject } from "./fetch.ts";

/** Maximum length of a description in characters. */
const maxLength = 300;

/**
 * Describes an error of a flow in the words of the provider if it gave any, without a full stop.
 * The description contains no code and no token.
 */
export async function describeFlowError(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return "no reason given";
  const { cause } = error;
  const words = readWords(cause instanceof Response ? await readObject(cause) : error);
  return (words || describeCause(error, cause)).slice(0, maxLength).replace(/\.+$/, "");
}

/** Returns whether the provider refused the code or refresh token, so a repeat is useless. */
export const isGrantRefused = (error: unknown): boolean =>
  error instanceof Error && "error" in error && error.error === "invalid_grant";

/** Returns the words of an error response (RFC 6749, 4.1.2.1 and 5.2), or "". */
function readWords(reply: object | null): string {
  const { error, error_description }: Record<string, unknown> = { ...reply };
  const texts = [error_description, error].filter(
    (text) => typeof text === "string" && text !== "",
  );
  return texts.map(String)[0] ?? "";
}

function describeCause(error: Error, cause: unknown): string {
  if (cause instanceof NoResponseError) return cause.message;
  if (cause instanceof Response) return `status ${cause.status}`;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
}
