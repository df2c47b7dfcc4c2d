import { promises as dns } from "node:dns";
import { getErrorCode } from "../egress-error.ts";

/** Resolves a name to all its addresses. Rejects if there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/**
 * Creates a resolver that queries the name servers directly. The system's resolver uses the thread
 * pool, where a hanging server blocks threads that files and password hashes need (CORE-122). It is
 * used afterwards, for names of the hosts file and search domains.
 */
export function createSystemResolver(): Resolve {
  const resolver = new dns.Resolver({ timeout: 700, tries: 3 });
  return async (host) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = [
      ...(v4.status === "fulfilled" ? v4.value : []),
      ...(v6.status === "fulfilled" ? v6.value : []),
    ];
    if (addresses.length > 0) return addresses;
    const errorCodes = [v4, v6].map((result) =>
      result.status === "rejected" ? getErrorCode(result.reason) : "",
    );
    if (errorCodes.includes("ETIMEOUT"))
      throw new Error(`The name servers did not answer for ${host}.`);
    return (await dns.lookup(host, { all: true })).map((result) => result.address);
  };
}
