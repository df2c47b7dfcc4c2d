/** Parsed path of an inbound request. */
export interface InboundRoute {
  readonly randomString: string;
  readonly publicId: string;
  readonly isStatusQuery: boolean;
}

/**
 * Parses `<prefix>/<random_string>/<CHANNEL_PUBLIC_ID>[/status]`. Ignores the query and accepts one
 * trailing slash (CH-013). Returns null for any other path.
 */
export function matchRoute(url: string, prefixLength: number): InboundRoute | null {
  const match = addressPattern.exec(url.slice(prefixLength + 1));
  return match === null
    ? null
    : {
        randomString: match[1] ?? "",
        publicId: match[2] ?? "",
        isStatusQuery: match[3] !== undefined,
      };
}
const addressPattern = /^([^/?#]*)\/([^/?#]*)(\/status)?\/?(?:[?#]|$)/;
