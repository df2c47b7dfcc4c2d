import type { Page } from "playwright-core";
import { expect } from "vitest";

/** A request of a page that waits for a decision. */
export interface PausedRequest {
  readonly method: string;
  /** Its body as text; null: none, or one that is no text. */
  readonly body: string | null;
  /** Sends it on, with another JSON body if one is given. */
  proceed(json?: string): Promise<void>;
}

/**
 * Pauses the requests of a page whose addresses match a pattern of the debugging protocol (`*`, `?`) until `decide` sends them on. `page.route` pauses
 * all requests and switches off the browser's cache: each load of the application then takes three times the processor time.
 */
export async function intercept(page: Page, pattern: string, decide: (request: PausedRequest) => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on("Fetch.requestPaused", ({ requestId, request: { method, headers, postData } }) => {
    const proceed = async (json?: string): Promise<void> => {
      const kept = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-type");
      const replaced = json !== undefined && {
        postData: Buffer.from(json).toString("base64"),
        headers: [...kept, ["content-type", "application/json"] as const].map(([name, value]) => ({ name, value })),
      };
      await session.send("Fetch.continueRequest", { requestId, ...replaced });
    };
    // A page that has gone on, or was closed, needs no answer any more.
    decide({ method, body: postData ?? null, proceed }).catch((error: unknown) =>
      expect(String(error)).toMatch(/closed|Invalid InterceptionId|Invalid state/),
    );
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: pattern }] });
}
