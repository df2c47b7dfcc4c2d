/** Returns the path of the HAProxy that the launcher finds or installs, or null. */
export async function findHaproxy(): Promise<string | null> {
  const { findHaproxy: find } = (await import(
    new URL("../../scripts/launch/haproxy.js", import.meta.url).href
  )) as { readonly findHaproxy: () => string | null };
  return find();
}
