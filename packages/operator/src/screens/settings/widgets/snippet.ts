/** The code for a page and what a strict page has to allow for it (WG-001, WG-004). */
export interface PageCode {
  readonly code: string;
  /** Directives of a Content-Security-Policy, one line each. */
  readonly policy: string;
}

/** The last line of the code, which loads the widget by itself (WG-001). */
export function scriptLine(snippet: string): string {
  return snippet.split("\n").findLast((line) => line !== "") ?? "";
}

/** `nonce`: the page's, as typed; empty: scripts are allowed by their address, so the inline part is left out. */
export function strictCode(snippet: string, nonce: string): PageCode {
  const origin = originOf(snippet);
  const own = nonce.trim();
  const code = own === "" ? scriptLine(snippet) : snippet.replaceAll("<script", `<script nonce="${own}"`);
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
