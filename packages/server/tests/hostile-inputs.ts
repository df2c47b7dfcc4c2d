import { startCpuStopwatch } from "@parlour/testkit";
import { readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { runInNewContext } from "node:vm";
import * as zlib from "node:zlib";

/**
 * The entries of tests/hostile-inputs.json for interface A, and functions that send them
 * (reliability.md 8).
 */

export type InputText = string | { readonly generate: string };
export interface HostileRequest {
  readonly method?: string;
  readonly path?: InputText;
  readonly headers?: Readonly<Record<string, InputText>>;
  readonly body?: InputText;
  readonly chunked?: number;
  readonly repeat?: number;
  readonly parallel?: number;
  readonly then?: readonly HostileRequest[];
  readonly raw?: string;
  readonly byte_delay_ms?: number;
  readonly then_close?: boolean;
}
export interface HostileReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: InputText;
  readonly byte_delay_ms?: number;
}
export interface HostileInput {
  readonly id: string;
  readonly interface: string;
  readonly title: string;
  readonly request?: HostileRequest;
  readonly input?: { readonly to: string; readonly reply: "hang" | "reset" | HostileReply };
  readonly expect: {
    readonly status?: number | "closed" | readonly (number | "closed")[];
    readonly last_status?: number;
    readonly error_code?: string;
    readonly header?: Readonly<Record<string, string | null>>;
    readonly stored?: number;
    readonly text?: string;
    readonly text_min?: number;
    readonly text_max?: number;
    readonly well_formed?: boolean;
    readonly customer?: string;
    readonly same_customer?: boolean;
    readonly same_answer_as?: string;
    readonly dial?: false | "first-only";
    readonly attempts?: number;
    readonly outcome?: string;
    readonly operator_error_ms?: readonly [number, number];
    readonly rendered?: "text";
    readonly links?: number;
    readonly max_ms?: number;
    readonly max_rss_growth_mib?: number;
    readonly no_leak?: boolean;
    readonly behaviour?: string;
  };
}
export const channelInputs = (
  JSON.parse(
    readFileSync(new URL("../../../tests/hostile-inputs.json", import.meta.url), "utf8"),
  ) as HostileInput[]
).filter((e) => e.interface === "A");

export function generateText(value: InputText): string | Buffer {
  if (typeof value === "string") return value;
  return runInNewContext(value.generate, { Buffer, zlib }) as string | Buffer;
}

/** Status `closed` means that the peer ended the connection without a response. */
export interface HostileResponse {
  readonly status: number | "closed";
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly answers: number;
  readonly closed: boolean;
  readonly ms: number;
}

/** Sends a request with its repeats and follow-up requests. Returns the responses in order. */
export async function sendHostileRequest(
  base: string,
  input: HostileRequest,
  fill: (text: string) => string,
): Promise<HostileResponse[]> {
  const sendOne = (next: HostileRequest): Promise<HostileResponse> =>
    next.raw === undefined ? sendRequest(base, next, fill) : sendRaw(base, next, fill);
  const responses: HostileResponse[] = [];
  if (input.parallel !== undefined)
    responses.push(
      ...(await Promise.all(Array.from({ length: input.parallel }, () => sendOne(input)))),
    );
  else for (let i = 0; i < (input.repeat ?? 1); i++) responses.push(await sendOne(input));
  for (const next of input.then ?? [])
    responses.push(...(await sendHostileRequest(base, next, fill)));
  return responses;
}

function sendRequest(
  base: string,
  input: HostileRequest,
  fill: (text: string) => string,
): Promise<HostileResponse> {
  const url = new URL(base);
  const body = input.body === undefined ? null : Buffer.from(generateText(input.body) as string);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(input.headers ?? {}))
    headers[name] = fill(String(generateText(value)));
  const elapsedMs = startCpuStopwatch();
  return new Promise((resolve) => {
    let answered = false;
    const resolveClosed = (): void => {
      if (!answered)
        resolve({
          status: "closed",
          headers: {},
          body: "",
          answers: 0,
          closed: true,
          ms: elapsedMs(),
        });
    };
    const request = httpRequest(
      {
        host: url.hostname,
        port: url.port,
        method: input.method ?? "GET",
        path: fill(String(generateText(input.path ?? "/"))),
        agent: false,
        insecureHTTPParser: false,
        headers: {
          ...headers,
          ...(body === null || input.chunked !== undefined
            ? {}
            : { "content-length": String(body.length) }),
        },
      },
      (response) => {
        answered = true;
        const chunks: Buffer[] = [];
        const finish = (): void =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString("utf8"),
            answers: 1,
            closed: true,
            ms: elapsedMs(),
          });
        response
          .on("data", (chunk: Buffer) => chunks.push(chunk))
          .on("end", finish)
          .on("error", finish);
      },
    );
    // The response may arrive and the connection close while the request body is still being
    // written.
    request.on("error", () => setImmediate(resolveClosed));
    if (body === null) request.end();
    else if (input.chunked === undefined) request.end(body);
    else {
      for (let at = 0; at < body.length; at += input.chunked)
        request.write(body.subarray(at, at + input.chunked));
      request.end();
    }
  });
}

function sendRaw(
  base: string,
  input: HostileRequest,
  fill: (text: string) => string,
): Promise<HostileResponse> {
  const bytes = fill(input.raw ?? "");
  const elapsedMs = startCpuStopwatch();
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(base).port), "127.0.0.1");
    let text = "";
    let timer: NodeJS.Timeout | undefined;
    const finish = (closed: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      const [head = "", ...rest] = text.split("\r\n\r\n");
      const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
      const headers = Object.fromEntries(
        head
          .split("\r\n")
          .slice(1)
          .map((line) => [
            line.split(":", 1)[0]?.toLowerCase() ?? "",
            line.slice(line.indexOf(":") + 1).trim(),
          ]),
      );
      resolve({
        status: status === undefined ? "closed" : Number(status),
        headers,
        body: rest.join("\r\n\r\n"),
        answers: text.match(/HTTP\/1\.1 \d{3} /g)?.length ?? 0,
        closed,
        ms: elapsedMs(),
      });
    };
    socket
      .on("data", (chunk) => (text += chunk.toString("latin1")))
      .on("error", () => finish(true))
      .on("close", () => finish(true));
    socket.on("connect", () => {
      if (input.byte_delay_ms === undefined) {
        socket.write(bytes);
        if (input.then_close === true) socket.end();
        return;
      }
      let at = 0;
      const sendByte = (): void => {
        if (socket.destroyed || at >= bytes.length) return;
        socket.write(bytes.charAt(at++));
        timer = setTimeout(sendByte, input.byte_delay_ms);
      };
      sendByte();
    });
  });
}
