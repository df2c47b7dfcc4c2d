import { readFileSync } from "node:fs";

/** Files of the lab's page, by path. */
export const files: Readonly<Record<string, { readonly type: string; readonly body: Buffer }>> = {
  "/": page("index.html", "text/html; charset=utf-8"),
  "/lab.js": page("lab.js", "text/javascript; charset=utf-8"),
  "/view.js": page("view.js", "text/javascript; charset=utf-8"),
  "/bot.js": page("bot.js", "text/javascript; charset=utf-8"),
  "/webhook.js": page("webhook.js", "text/javascript; charset=utf-8"),
  "/lab.css": page("lab.css", "text/css; charset=utf-8"),
};

/** Headers of all responses to the page. */
export const safe = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

function page(name: string, type: string): { type: string; body: Buffer } {
  return { type, body: readFileSync(new URL(`../page/${name}`, import.meta.url)) };
}
