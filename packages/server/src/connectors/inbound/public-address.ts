/** Endings of names that never lead to a public address. */
const privateName = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|test|home\.arpa)$/;
const ipAddress = /^(?:\[|[\d.]+$)/;

/** Returns whether a service can reach a URL: it has https and a name that can be public. */
export function isPublicUrl({ protocol, hostname }: URL): boolean {
  if (protocol !== "https:" || !hostname.includes(".")) return false;
  return !privateName.test(hostname) && !ipAddress.test(hostname);
}
