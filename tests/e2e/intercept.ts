import type { Page } from "playwright-core";
import { expect } from "vitest";

/** A request of a page that waits for a decision. */
export interface PausedRequest {
  readonly method: string;
  readonly url: string;
  /** The body as text; null if there is none or if it is binary. */
  readonly body: string | null;
  /** Sends the request on, with another JSON body if one is given. */
  proceed(json?: string): Promise<void>;
  /** Responds in place of the server. */
  answer(status: number, json: object, headers?: Readonly<Record<string, string>>): Promise<void>;
}

/**
 * Pauses the requests of a page whose URLs match a pattern of the debugging protocol (`*`, `?`)
 * until `decide` handles them. `page.route` pauses all requests and disables the browser's cache:
 * each load of the application then takes up to three times the processor time.
 */
export async function intercept(
  page: Page,
  pattern: string,
  decide: (request: PausedRequest) => Promise<void>,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const list = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).map(([name, value]) => ({ name, value }));
  session.on(
    "Fetch.requestPaused",
    ({ requestId, request: { method, url, headers, postData } }) => {
      const paused: PausedRequest = {
        method,
        url,
        body: postData ?? null,
        async proceed(json) {
          const otherHeaders = Object.fromEntries(
            Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-type"),
          );
          const replaced = json !== undefined && {
            postData: Buffer.from(json).toString("base64"),
            headers: list({ ...otherHeaders, "content-type": "application/json" }),
          };
          await session.send("Fetch.continueRequest", { requestId, ...replaced });
        },
        async answer(status, json, more = {}) {
          await session.send("Fetch.fulfillRequest", {
            requestId,
            responseCode: status,
            responseHeaders: list({ ...more, "content-type": "application/json" }),
            body: Buffer.from(JSON.stringify(json)).toString("base64"),
          });
        },
      };
      // A page that was closed or has navigated no longer waits for the response.
      decide(paused).catch((error: unknown) =>
        expect(String(error)).toMatch(/closed|disposed|Invalid InterceptionId|Invalid state/),
      );
    },
  );
  await session.send("Fetch.enable", { patterns: [{ urlPattern: pattern }] });
}
