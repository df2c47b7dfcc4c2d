/** Returns the path of the HAProxy that the launcher finds or installs, or null. */
export async function findHaproxy(): Promise<string | null> {
  const { findHaproxy: find } = (await import(
    new URL("../../scripts/launch/haproxy.js", import.meta.url).href
  )) as { readonly findHaproxy: () => string | null };
  return find();
}

/** Programs of Debian's packages for a cluster without a single point of failure. */
export interface PatroniPrograms {
  readonly patroni: string;
  readonly etcd: string;
  /** Folder of the programs of PostgreSQL. */
  readonly binaries: string;
}
/** Returns the programs that the launcher finds or installs, or null. */
export async function findPatroni(): Promise<PatroniPrograms | null> {
  const { findPatroni: find } = (await import(
    new URL("../../scripts/launch/patroni.js", import.meta.url).href
  )) as { readonly findPatroni: () => PatroniPrograms | null };
  return find();
}
