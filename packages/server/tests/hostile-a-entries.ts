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

export type Generated = string | { readonly generate: string };
export interface Shot {
  readonly method?: string;
  readonly path?: Generated;
  readonly headers?: Readonly<Record<string, Generated>>;
  readonly body?: Generated;
  readonly chunked?: number;
  readonly repeat?: number;
  readonly parallel?: number;
  readonly then?: readonly Shot[];
  readonly raw?: string;
  readonly byte_delay_ms?: number;
  readonly then_close?: boolean;
}
export interface ReplyBody {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Generated;
  readonly byte_delay_ms?: number;
}
export interface Entry {
  readonly id: string;
  readonly interface: string;
  readonly title: string;
  readonly request?: Shot;
  readonly input?: { readonly to: string; readonly reply: "hang" | "reset" | ReplyBody };
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
export const entries = (JSON.parse(readFileSync(new URL("../../../tests/hostile-inputs.json", import.meta.url), "utf8")) as Entry[]).filter(
  (e) => e.interface === "A",
);

export function generated(value: Generated): string | Buffer {
  if (typeof value === "string") return value;
  return runInNewContext(value.generate, { Buffer, zlib }) as string | Buffer;
}

/** Status `closed` means that the peer ended the connection without a response. */
export interface Got {
  readonly status: number | "closed";
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly answers: number;
  readonly closed: boolean;
  readonly ms: number;
}

/** Sends a request with its repeats and its follow-ups. Returns the responses in order. */
export async function shoot(base: string, shot: Shot, fill: (text: string) => string): Promise<Got[]> {
  const one = (next: Shot): Promise<Got> => (next.raw === undefined ? sendRequest(base, next, fill) : sendRaw(base, next, fill));
  const got: Got[] = [];
  if (shot.parallel !== undefined) got.push(...(await Promise.all(Array.from({ length: shot.parallel }, () => one(shot)))));
  else for (let i = 0; i < (shot.repeat ?? 1); i++) got.push(await one(shot));
  for (const next of shot.then ?? []) got.push(...(await shoot(base, next, fill)));
  return got;
}

function sendRequest(base: string, shot: Shot, fill: (text: string) => string): Promise<Got> {
  const url = new URL(base);
  const body = shot.body === undefined ? null : Buffer.from(generated(shot.body) as string);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(shot.headers ?? {})) headers[name] = fill(String(generated(value)));
  const ms = startCpuStopwatch();
  return new Promise((resolve) => {
    let answered = false;
    const closed = (): void => {
      if (!answered) resolve({ status: "closed", headers: {}, body: "", answers: 0, closed: true, ms: ms() });
    };
    const request = httpRequest(
      {
        host: url.hostname,
        port: url.port,
        method: shot.method ?? "GET",
        path: fill(String(generated(shot.path ?? "/"))),
        agent: false,
        insecureHTTPParser: false,
        headers: { ...headers, ...(body === null || shot.chunked !== undefined ? {} : { "content-length": String(body.length) }) },
      },
      (response) => {
        answered = true;
        const chunks: Buffer[] = [];
        const done = (): void =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString("utf8"),
            answers: 1,
            closed: true,
            ms: ms(),
          });
        response
          .on("data", (chunk: Buffer) => chunks.push(chunk))
          .on("end", done)
          .on("error", done);
      },
    );
    // The response may arrive and the connection close while the request body is still being
    // written.
    request.on("error", () => setImmediate(closed));
    if (body === null) request.end();
    else if (shot.chunked === undefined) request.end(body);
    else {
      for (let at = 0; at < body.length; at += shot.chunked) request.write(body.subarray(at, at + shot.chunked));
      request.end();
    }
  });
}

function sendRaw(base: string, shot: Shot, fill: (text: string) => string): Promise<Got> {
  const bytes = fill(shot.raw ?? "");
  const ms = startCpuStopwatch();
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(base).port), "127.0.0.1");
    let text = "";
    let timer: NodeJS.Timeout | undefined;
    const settle = (closed: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      const [head = "", ...rest] = text.split("\r\n\r\n");
      const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
      const headers = Object.fromEntries(
        head
          .split("\r\n")
          .slice(1)
          .map((line) => [line.split(":", 1)[0]?.toLowerCase() ?? "", line.slice(line.indexOf(":") + 1).trim()]),
      );
      resolve({
        status: status === undefined ? "closed" : Number(status),
        headers,
        body: rest.join("\r\n\r\n"),
        answers: text.match(/HTTP\/1\.1 \d{3} /g)?.length ?? 0,
        closed,
        ms: ms(),
      });
    };
    socket
      .on("data", (chunk) => (text += chunk.toString("latin1")))
      .on("error", () => settle(true))
      .on("close", () => settle(true));
    socket.on("connect", () => {
      if (shot.byte_delay_ms === undefined) {
        socket.write(bytes);
        if (shot.then_close === true) socket.end();
        return;
      }
      let at = 0;
      const drip = (): void => {
        if (socket.destroyed || at >= bytes.length) return;
        socket.write(bytes.charAt(at++));
        timer = setTimeout(drip, shot.byte_delay_ms);
      };
      drip();
    });
  });
}
