/**
 * Builds the policy that limits the chat window to its own files and server. Only sites of the
 * widget may embed the chat window (WG-004, WG-006). `origins`: sources of `frame-ancestors`. []
 * allows all.
 */
export function buildContentSecurityPolicy(origins: readonly string[], files: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' blob: data: ${files}`,
    `media-src 'self' blob: ${files}`,
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    ...(origins.length === 0 ? [] : [`frame-ancestors ${origins.join(" ")}`]),
  ].join("; ");
}
