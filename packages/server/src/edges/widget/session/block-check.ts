import { findBlock } from "../../../core/blacklist/match.ts";
import type { AccountConfig } from "../../../core/command.ts";
import type { VisitorConnection } from "../visitor-connection.ts";

/**
 * Returns whether a block list entry applies to the visitor (CORE-070): by IP address, country,
 * contacts or user token.
 */
export function isBlocked(
  config: AccountConfig,
  connection: VisitorConnection,
  now: number,
): boolean {
  if (config.blockList.length === 0) return false;
  const { visitorId, session, contacts, userToken, customer, widget } = connection;
  const identifiers = {
    visitorId,
    customer: { channelId: widget.channelId, key: customer },
    ip: session.ip_addr,
    country: session.geoip.country_code,
    ...contacts,
    userToken: userToken ?? undefined,
  };
  return findBlock(config.blockList, identifiers, now) !== null;
}
