import { isIP, isIPv4 } from "node:net";

/** Why this is no entry of the allow list (CFG-010, CORE-123), or null: `host:port`, `[v6]:port`, an address or a CIDR range. */
export function egressTargetFault(entry: string): string | null {
  return isTarget(entry) ? null : `"${entry}" is neither host:port nor an address range like 10.0.0.0/8.`;
}

function isTarget(entry: string): boolean {
  const [address = "", bits, more] = entry.split("/");
  if (bits !== undefined) return more === undefined && isIP(address) !== 0 && isWhole(bits, 0, isIPv4(address) ? 32 : 128);
  if (isIP(entry) !== 0) return true;
  const parts = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)):([0-9]{1,5})$/i.exec(entry);
  if (parts === null) return false;
  return isWhole(parts[3] ?? "", 1, 65_535) && (parts[1] === undefined || isIP(parts[1]) === 6);
}

const isWhole = (text: string, least: number, most: number): boolean =>
  /^[0-9]{1,5}$/.test(text) && Number(text) >= least && Number(text) <= most;
