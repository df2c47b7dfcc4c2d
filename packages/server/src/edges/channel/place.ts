import type { FastifyRequest } from "fastify";

/** Where a request goes. */
export interface Place {
  readonly randomString: string;
  readonly publicId: string;
  readonly status: boolean;
}
export const nothing: Place = { randomString: "", publicId: "", status: false };

/** Parts of `<prefix>/<random_string>/<CHANNEL_PUBLIC_ID>[/status]`, query ignored, one trailing slash tolerated (CH-013); else null. */
export function placeOf(url: string, prefixLength: number): Place | null {
  const end = url.search(/[?#]/);
  const path = url.slice(prefixLength + 1, end === -1 ? undefined : end);
  const [randomString = "", publicId = "", ...rest] = path.split("/");
  if (rest.at(-1) === "") rest.pop();
  if (rest.length > 1 || (rest.length === 1 && rest[0] !== "status")) return null;
  return { randomString, publicId, status: rest.length === 1 };
}

/** Path and query for people: of the random string only its last four characters. */
export function urlOf({ raw: { url = "" } }: FastifyRequest, prefix: string): string {
  const secret = prefix.length + 1;
  const end = url.indexOf("/", secret);
  return `${prefix}/…${url.slice(Math.max(secret, end - 4))}`;
}
