import type { Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import type { Deps } from "./deps.ts";
import type { Tx } from "./stores/tx.ts";

/**
 * Throws if the URL must not be called (CH-001, WH-001, CORE-123). With `https`, plain http is
 * allowed only for targets on the allow list (BOT-013). Host names are resolved only for the
 * installation owner, because others could learn which internal names exist. The text is checked
 * before it is parsed, because parsing drops line breaks silently (H-265).
 */
export async function checkAddress(
  deps: Pick<Deps, "endpoints" | "rights">,
  principal: Principal,
  url: string,
  field: string,
  secure: "http" | "https" = "http",
): Promise<void> {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  const parsed = /[\u0000-\u0020\u007f\\]/.test(url) ? null : URL.parse(url);
  if (parsed === null || !/^https?:\/\//i.test(url))
    refuse("invalid_request", "The address must be absolute and begin with http:// or https://.", { field });
  if (parsed.username !== "" || parsed.password !== "")
    refuse("invalid_request", "The address must not hold a name or password.", { field });
  const checked = await deps.endpoints.check(url, { looksUp: deps.rights.may(principal, "instance.manage"), secure });
  if (!checked.ok) refuse("private_address", checked.message, { field });
}

/** Throws if an id is not a channel of the account. */
export async function checkChannels(
  deps: { knownChannels(tx: Tx, account: number, ids: readonly number[]): Promise<ReadonlySet<number>> },
  tx: Tx,
  account: number,
  ids: readonly number[] | null | undefined,
): Promise<void> {
  if (ids === null || ids === undefined) return;
  const known = await deps.knownChannels(tx, account, ids);
  const stranger = ids.find((id) => !known.has(id));
  if (stranger !== undefined) refuse("invalid_request", `${stranger} is not a channel of this account.`, { field: "channels" });
}
