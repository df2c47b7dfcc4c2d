import type { Readable } from "node:stream";
import type { Clock } from "../../core/command.ts";
import type { Egress, EgressReply, StreamReply, StreamRequest } from "../../egress/index.ts";
import type { Outcome } from "../../core/entity.ts";
import { buildForm, type FormFile } from "./upload-form.ts";

interface StreamDeps {
  readonly egress: Egress;
  readonly clock: Clock;
}
interface ServiceRequest extends Omit<StreamRequest, "headTimeoutMs"> {
  /** The outcome of a response that ends too early. */
  readonly interrupted: Outcome;
}
interface FormUpload extends Omit<ServiceRequest, "method" | "body"> {
  readonly texts: Readonly<Record<string, string>>;
  readonly file: FormFile;
}

/** Sends a request and reads the whole response. Never rejects. */
export async function requestReply(
  { egress, clock }: StreamDeps,
  { interrupted, ...request }: ServiceRequest,
): Promise<EgressReply> {
  const startedAt = clock.monotonic();
  const durationMs = (): number => Math.max(0, Math.round(clock.monotonic() - startedAt));
  const reply = await egress.open({ ...request, headTimeoutMs: request.timeoutMs });
  if (reply.kind === "failed") return { ...reply, status: null, durationMs: durationMs() };
  const { status, headers } = reply;
  const body = await readAll(reply);
  return body instanceof Error
    ? {
        kind: "failed",
        outcome: interrupted,
        message: body.message,
        status,
        headers,
        durationMs: durationMs(),
      }
    : { kind: "answered", status, headers, body, durationMs: durationMs() };
}

/** Uploads a file in a form, which is not chunked because its length is known. Never rejects. */
export async function uploadForm(
  deps: StreamDeps,
  { texts, file, headers, ...request }: FormUpload,
): Promise<EgressReply> {
  const form = buildForm(texts, file);
  const length = String(form.length);
  const reply = await requestReply(deps, {
    ...request,
    method: "POST",
    headers: { ...headers, "content-type": form.contentType, "content-length": length },
    body: form.body,
  });
  if (reply.kind === "failed") file.body.destroy();
  return reply;
}

/**
 * Opens a file at a service. The caller must read the stream or destroy it. `describeStatus`:
 * returns the failure for another status than 200.
 */
export async function openDownload(
  egress: Egress,
  request: Omit<StreamRequest, "method">,
  describeStatus: (status: number) => string,
): Promise<{ readonly body: Readable } | { readonly failure: string }> {
  const reply = await egress.open({ method: "GET", ...request });
  if (reply.kind === "failed") return { failure: reply.message };
  if (reply.status === 200) return { body: reply.body };
  reply.body.destroy();
  return { failure: describeStatus(reply.status) };
}

async function readAll({ body }: StreamReply): Promise<Buffer | Error> {
  const parts: Buffer[] = [];
  try {
    for await (const part of body as AsyncIterable<Buffer>) parts.push(part);
    return Buffer.concat(parts);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
