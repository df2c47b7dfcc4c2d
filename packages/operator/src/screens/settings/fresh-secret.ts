/**
 * Secrets that are shown once (CORE-125), by resource path (`bots/7`). They are passed in memory
 * from the page that created the resource to its own page.
 */
const fresh = new Map<string, string>();

export function keepSecret(path: string, secret: string): void {
  fresh.set(path, secret);
}
export function freshSecret(path: string): string | null {
  return fresh.get(path) ?? null;
}
export function dropSecret(path: string): void {
  fresh.delete(path);
}
