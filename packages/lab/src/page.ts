import { readFileSync } from "node:fs";

/** Files of the lab's page, by path. */
export const files: Readonly<Record<string, { readonly type: string; readonly body: Buffer }>> = {
  "/": loadPageFile("index.html", "text/html; charset=utf-8"),
  "/lab.js": loadPageFile("lab.js", "text/javascript; charset=utf-8"),
  "/view.js": loadPageFile("view.js", "text/javascript; charset=utf-8"),
  "/bot.js": loadPageFile("bot.js", "text/javascript; charset=utf-8"),
  "/webhook.js": loadPageFile("webhook.js", "text/javascript; charset=utf-8"),
  "/lab.css": loadPageFile("lab.css", "text/css; charset=utf-8"),
};

/** Headers of all responses to the page. */
export const securityHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

function loadPageFile(name: string, type: string): { type: string; body: Buffer } {
  return { type, body: readFileSync(new URL(`../page/${name}`, import.meta.url)) };
}
