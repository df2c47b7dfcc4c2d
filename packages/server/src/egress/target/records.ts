import { promises as dns } from "node:dns";

/** A server that a domain names for a service (RFC 2782). */
interface ServiceRecord {
  readonly host: string;
  readonly port: number;
}
/** Reads records of the name service that are not addresses. None of them rejects. */
export interface NameRecords {
  /** Returns the mail exchangers of a domain in lower case, the preferred one first. */
  exchangers(domain: string): Promise<readonly string[]>;
  /** Returns the server of a service such as `_imaps._tcp`, or null if the domain names none. */
  service(service: string, domain: string): Promise<ServiceRecord | null>;
  /** Returns the TXT records of a name. */
  texts(name: string): Promise<readonly string[]>;
}

/**
 * Creates a reader of records. It queries the name servers directly, as for addresses (CORE-122).
 *
 * @param nameServers For tests, instead of those of this machine: `127.0.0.1:5353`.
 */
export function createNameRecords(nameServers?: readonly string[]): NameRecords {
  const resolver = new dns.Resolver({ timeout: 700, tries: 3 });
  if (nameServers !== undefined) resolver.setServers(nameServers);
  return {
    async exchangers(domain) {
      const found = await resolver.resolveMx(domain).catch(() => []);
      return found
        .toSorted((a, b) => a.priority - b.priority)
        .map(({ exchange }) => toHostName(exchange))
        .filter((host) => host !== "");
    },
    async service(service, domain) {
      const found = await resolver.resolveSrv(`${service}.${domain}`).catch(() => []);
      const [first] = found.toSorted((a, b) => a.priority - b.priority || b.weight - a.weight);
      const host = toHostName(first?.name ?? "");
      // A target of "." says that the domain does not offer the service (RFC 6186).
      return first === undefined || host === "" ? null : { host, port: first.port };
    },
    async texts(name) {
      const found = await resolver.resolveTxt(name).catch(() => []);
      return found.map((parts) => parts.join(""));
    },
  };
}

const toHostName = (name: string): string => name.replace(/\.$/, "").toLowerCase();
