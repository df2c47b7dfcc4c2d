/** Returns whether an address belongs to this machine, also as IPv4 mapped into IPv6. */
export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && (address === "::1" || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address));
}
