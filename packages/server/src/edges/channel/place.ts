/** Where a request goes. */
export interface Place {
  readonly randomString: string;
  readonly publicId: string;
  readonly status: boolean;
}

/** Parts of `<prefix>/<random_string>/<CHANNEL_PUBLIC_ID>[/status]`, query ignored, one trailing slash tolerated (CH-013); else null. */
export function placeOf(url: string, prefixLength: number): Place | null {
  const end = url.search(/[?#]/);
  const path = url.slice(prefixLength + 1, end === -1 ? undefined : end);
  const [randomString = "", publicId = "", ...rest] = path.split("/");
  if (rest.at(-1) === "") rest.pop();
  if (rest.length > 1 || (rest.length === 1 && rest[0] !== "status")) return null;
  return { randomString, publicId, status: rest.length === 1 };
}
