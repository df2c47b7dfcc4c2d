import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { GraphError } from "./graph-error.ts";

const maxBodyBytes = 110 * 1024 * 1024;

/** Reads the body of a request. Throws GraphError if it is too large. */
export async function readRequest(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBodyBytes)
      throw new GraphError(100, "The request is too large.", { status: 413 });
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Checks the access token of a request and a proof of the app secret. Throws GraphError. */
export function checkAuthorization(
  request: IncomingMessage,
  proof: string | null,
  { accessToken, appSecret }: { readonly accessToken: string; readonly appSecret: string },
): void {
  if (request.headers.authorization !== `Bearer ${accessToken}`)
    throw new GraphError(190, "The access token is not valid.");
  if (proof === null) return;
  const wanted = createHmac("sha256", appSecret).update(accessToken).digest("hex");
  if (proof.length !== wanted.length || !timingSafeEqual(Buffer.from(proof), Buffer.from(wanted)))
    throw new GraphError(100, "Invalid appsecret_proof provided in the API argument");
}

/** Reads a form with a file. Throws GraphError. */
export async function parseForm(type: string, body: Buffer): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), {
      headers: { "content-type": type },
    }).formData();
  } catch {
    throw new GraphError(100, "The upload is not multipart/form-data.");
  }
}
