import type { PlannedDelivery } from "../../delivery/index.ts";
import { type Principal, mustMaskText, can } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import type { OutboundPort } from "./outbound-port.ts";
import type { RouteDeps } from "./route-deps.ts";

/** Where visitors' texts go, and the emails that inform the owners about the change. */
export interface OutboundAddress {
  /** The origin of a URL, or the service with its account. Contains no secret. */
  readonly label: string;
  readonly deliveries: readonly PlannedDelivery[];
}

/**
 * Allows a principal to send texts to a new URL, or more texts to the same one (CORE-165). The
 * principal must be allowed to read all texts. An operator must also have re-authenticated recently
 * (CORE-014). Throws `forbidden` or `confirmation_needed`.
 */
export async function authorizeOutboundUrl(
  deps: RouteDeps & { readonly outbound: OutboundPort },
  principal: Principal,
  url: string,
): Promise<OutboundAddress> {
  // The check of the address refuses what is not a URL, after this one.
  return authorizeDestination(deps, principal, URL.canParse(url) ? new URL(url).origin : url);
}

/** Does the same for a destination without a URL, such as the account of an external service. */
export async function authorizeDestination(
  deps: RouteDeps & { readonly outbound: OutboundPort },
  principal: Principal,
  label: string,
): Promise<OutboundAddress> {
  if (mustMaskText(principal))
    refuse(
      "forbidden",
      `The role ${principal.role} cannot read messages, so it cannot choose where they are sent. Ask an owner or admin to save this.`,
    );
  if (!can(principal, "chats.read"))
    refuse(
      "forbidden",
      "This API key lacks the scope chats.read, which is required to choose where messages are sent.",
      { scope: "chats.read" },
    );
  deps.auth.requireReauthentication(principal);
  return { label, deliveries: await deps.outbound.planMail(principal.accountId, "address_opened") };
}

/** Returns whether a patch of a list adds something. Null stands for all values. */
export function addsListEntries<T>(
  current: readonly T[] | null,
  patch: readonly T[] | null | undefined,
): boolean {
  if (patch === undefined || current === null) return false;
  return patch === null || patch.some((value) => !current.includes(value));
}
