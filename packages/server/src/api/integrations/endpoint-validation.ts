import { type Principal, can } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import type { OutboundPort } from "../kit/outbound-port.ts";

/** A URL of a request body. */
interface SentUrl {
  readonly url: string;
  /** Name of the field in the request, for the error. */
  readonly field: string;
  /** `https` allows `http` only for targets on the allow list. */
  readonly secure?: "http" | "https";
}

/**
 * Throws if Parlour must not call the URL (CH-001, WH-001, CORE-123). With `https`, plain http is
 * allowed only for targets on the allow list (BOT-013). Resolves host names only for the
 * installation owner, because others could discover internal names. Checks the text before it is
 * parsed, because the URL parser silently drops line breaks (H-265).
 */
export async function assertAllowedUrl(
  deps: { readonly outbound: OutboundPort },
  principal: Principal,
  { url, field, secure = "http" }: SentUrl,
): Promise<void> {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  const parsed = /[\u0000-\u0020\u007f\\]/.test(url) ? null : URL.parse(url);
  if (parsed === null || !/^https?:\/\//i.test(url))
    refuse("invalid_request", "The URL must be absolute and start with http:// or https://.", {
      field,
    });
  if (parsed.username !== "" || parsed.password !== "")
    refuse("invalid_request", "The URL must not contain a user name or password.", { field });
  const result = await deps.outbound.check(url, {
    resolveNames: can(principal, "instance.manage"),
    secure,
  });
  if (!result.ok) refuse("private_address", result.message, { field });
}
