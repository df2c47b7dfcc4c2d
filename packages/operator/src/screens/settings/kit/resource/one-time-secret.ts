/**
 * Secrets that are shown once (CORE-125), by resource path (`bots/7`). They stay in memory until
 * the page of the new resource has shown them.
 */
const secrets = new Map<string, string>();

export function storeSecret(path: string, secret: string): void {
  secrets.set(path, secret);
}
export function getSecret(path: string): string | null {
  return secrets.get(path) ?? null;
}
export function clearSecret(path: string): void {
  secrets.delete(path);
}
