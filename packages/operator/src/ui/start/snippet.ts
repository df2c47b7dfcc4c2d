import { parseUrl } from "../../state/browser/parse-url.ts";
/** The code for a page, and the policy for one with a Content-Security-Policy (WG-001, WG-004). */
export interface PageCode {
  readonly code: string;
  /** Directives of a Content-Security-Policy, one per line. */
  readonly policy: string;
}

/** Returns the last line of the code. This line is sufficient to load the widget (WG-001). */
export function getScriptLine(snippet: string): string {
  return snippet.split("\n").findLast((line) => line !== "") ?? "";
}

/**
 * Returns the code and the policy for a page with a Content-Security-Policy. `nonce` is the page's
 * nonce as typed. If it is empty, the policy allows the origin of the script, and the code omits
 * the inline part.
 */
export function buildStrictCode(snippet: string, nonce: string): PageCode {
  const origin = getOrigin(snippet);
  const trimmedNonce = nonce.trim();
  const code =
    trimmedNonce === ""
      ? getScriptLine(snippet)
      : snippet.replaceAll("<script", `<script nonce="${trimmedNonce}"`);
  const source = trimmedNonce === "" ? origin : `'nonce-${trimmedNonce}' 'strict-dynamic'`;
  return {
    code,
    policy: [`script-src ${source};`, `frame-src ${origin};`, `connect-src ${origin};`].join("\n"),
  };
}

/** Returns whether the text is a valid nonce, which is base64 as used in headers. */
export function isNonce(text: string): boolean {
  return /^[A-Za-z0-9+/_-]{1,256}={0,2}$/.test(text.trim());
}

/**
 * Returns whether pages of sites would load the widget from the origin of the operator application
 * at a public address (CORE-258). `WIDGET_URL` (CFG-052) gives visitors a separate origin.
 */
export function sharesOperatorOrigin(snippet: string, operatorOrigin: string): boolean {
  return operatorOrigin.startsWith("https:") && getOrigin(snippet) === operatorOrigin;
}

/** Returns the URL of a widget's chat page (WG-300). */
export function getChatPageUrl(snippet: string, publicId: string): string {
  return `${getOrigin(snippet)}/chat/${publicId}`;
}

/** Returns the URL of a widget's script (WG-001). */
export function getScriptUrl(snippet: string): string {
  return /src="([^"]+)"/.exec(snippet)?.[1] ?? "";
}

function getOrigin(snippet: string): string {
  return parseUrl(getScriptUrl(snippet))?.origin ?? "";
}
