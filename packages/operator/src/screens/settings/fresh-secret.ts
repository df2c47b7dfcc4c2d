/** Secrets shown once (CORE-125): handed from the page that made one to the page that shows it, in memory only. */
const fresh = new Map<number, string>();

export function keepSecret(channelId: number, secret: string): void {
  fresh.set(channelId, secret);
}
export function freshSecret(channelId: number): string | null {
  return fresh.get(channelId) ?? null;
}
export function dropSecret(channelId: number): void {
  fresh.delete(channelId);
}
