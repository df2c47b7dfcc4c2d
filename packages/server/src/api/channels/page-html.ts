import type { FastifyReply } from "fastify";

export function sendPage(reply: FastifyReply, policy: readonly string[], html: string): void {
  void reply
    .header("content-type", "text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .header("content-security-policy", policy.join("; "))
    // The operator application has the same policy, so a test page can access the tab that opened
    // it.
    .header("cross-origin-opener-policy", "same-origin")
    .send(html);
}
export function buildPage(language: string, title: string, body: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>`;
  return `<!doctype html>\n<html lang="${language}"><head>${head}</head>\n${body}</html>\n`;
}
export function toDataAttributes(data: Readonly<Record<string, string>>): string {
  return Object.entries(data)
    .map(([key, value]) => `data-${key}="${escapeHtml(value)}"`)
    .join(" ");
}
function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
