/** The code for a page and what a strict page has to allow for it (WG-001, WG-004). */
export interface PageCode {
  readonly code: string;
  /** Directives of a Content-Security-Policy, one line each. */
  readonly policy: string;
}

/** `nonce`: the page's, as typed; empty: scripts are allowed by their address, so the inline part is left out. */
export function strictCode(snippet: string, nonce: string): PageCode {
  const origin = originOf(snippet);
  const own = nonce.trim();
  const scripts = snippet.split("\n").filter((line) => line !== "");
  const code = own === "" ? (scripts.at(-1) ?? "") : snippet.replaceAll("<script", `<script nonce="${own}"`);
  const source = own === "" ? origin : `'nonce-${own}' 'strict-dynamic'`;
  return { code, policy: [`script-src ${source};`, `frame-src ${origin};`, `connect-src ${origin};`].join("\n") };
}

/** Whether a text may stand as a nonce: base64 as headers carry it. */
export function isNonce(text: string): boolean {
  return /^[A-Za-z0-9+/_-]{1,256}={0,2}$/.test(text.trim());
}

function originOf(snippet: string): string {
  const address = /src="([^"]+)"/.exec(snippet)?.[1] ?? "";
  return URL.parse(address)?.origin ?? "";
}
