/** Secrets shown once (CORE-125): handed from the page that made one to the page that shows it, in memory only. Keyed by path: `bots/7`. */
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
