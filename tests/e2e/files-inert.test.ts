import {
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestParlour,
} from "@parlour/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openContext, useSharedBrowser } from "../../packages/testkit/src/browser.ts";

/**
 * Stored files in a real browser: no content of a file runs, however a page embeds it (CORE-061).
 */
let parlour: TestParlour;
let integrator: FakeIntegrator;
const browser = useSharedBrowser();
beforeAll(async () => {
  [parlour, integrator] = await Promise.all([
    startTestParlour({ clock: "system" }),
    startIntegrator(),
  ]);
  integrator.respondWith({
    status: 200,
    headers: { "content-type": "text/html" },
    body: "<!doctype html><title>A page of somebody</title>",
  });
});
afterAll(async () => {
  await browser.close();
  await parlour.close();
  await integrator.close();
});

const hostileScript = "globalThis.ran=(globalThis.ran||0)+1;alert(1)";
/** Files that Parlour accepts and that contain scripts. */
const fileSamples: readonly (readonly [string, string | Buffer])[] = [
  ["note.txt", `hello <html><body onload=alert(1)><script>${hostileScript}</script>`],
  ["code.txt", hostileScript],
  ["a.gif", Buffer.from(`GIF89a/*\u0001\u0000\u0001\u0000*/=1;${hostileScript}`, "latin1")],
  ["a.wav", Buffer.from(`RIFF/*\u0000WAVEfmt */=1;${hostileScript}`, "latin1")],
  ["a.pdf", `%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj`],
  ["a.dat", Buffer.from(`\u0001\u0002\u0000<script>${hostileScript}</script>`, "latin1")],
  ["style.txt", "body{background:red}html::after{content:'styled'}"],
];

async function upload(name: string, bytes: string | Buffer): Promise<string> {
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from("\r\n--b--\r\n")]);
  const answer = await parlour.owner.call("POST", "uploads", body, {
    "content-type": "multipart/form-data; boundary=b",
  });
  expect(answer.status, `${name}: ${answer.text}`).toBe(201);
  return parlour.url + new URL(answer.body.url as string).pathname;
}

/** Embeds the file in another page as script, style and frame; returns the effects. */
function embedFile(
  page: Page,
  url: string,
): Promise<{ loads: string[]; ran: unknown; background: string; framed: unknown }> {
  return page.evaluate(async (address) => {
    const end = (element: HTMLElement): Promise<string> =>
      new Promise((resolve) => {
        element.addEventListener("load", () => resolve("loaded"), { once: true });
        element.addEventListener("error", () => resolve("refused"), { once: true });
        document.body.append(element);
      });
    const classic = Object.assign(document.createElement("script"), { src: address });
    const module = Object.assign(document.createElement("script"), {
      type: "module",
      src: address,
    });
    const sheet = Object.assign(document.createElement("link"), {
      rel: "stylesheet",
      href: address,
    });
    const loads = [await end(classic), await end(module), await end(sheet)];
    const frame = document.createElement("iframe");
    // A download starts no document, so an iframe may get no event. Its attempt ends when the next
    // frame is rendered.
    frame.src = address;
    document.body.append(frame);
    await fetch(address, { mode: "no-cors" });
    await new Promise((resolve) => requestAnimationFrame(() => resolve(null)));
    return {
      loads,
      ran: (globalThis as { ran?: unknown }).ran ?? null,
      background: getComputedStyle(document.body).backgroundColor,
      framed: frame.contentDocument?.body.textContent ?? null,
    };
  }, url);
}

test("[CORE-061] [H-279] [H-280] [H-290] a stored file never runs: as script, module, style, frame or page of its own", async () => {
  const context = await openContext(browser);
  const dialogs: string[] = [];
  context.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  for (const [name, bytes] of fileSamples) {
    const url = await upload(name, bytes);
    const page = await context.newPage();
    await page.goto(integrator.url);
    const found = await embedFile(page, url);
    expect([name, found.loads[0], found.loads[1], found.ran]).toEqual([
      name,
      "refused",
      "refused",
      null,
    ]);
    expect([name, found.background]).toEqual([name, "rgba(0, 0, 0, 0)"]);
    expect(found.framed === null || found.framed === "", name).toBe(true);
    // Opened directly, the file is a download, or has no origin and no permissions.
    const opened = await page.goto(url).then(
      () =>
        page.evaluate(() => [
          self.origin,
          document.scripts.length,
          (globalThis as { ran?: unknown }).ran ?? null,
        ]),
      (error: unknown) => String(error),
    );
    if (typeof opened === "string") expect(opened).toMatch(/Download is starting|ERR_ABORTED/);
    // Chromium's PDF viewer is a page of its own. It contains nothing of the file but the embedded
    // plug-in.
    else
      expect([name, opened]).toEqual([
        name,
        [name.endsWith(".pdf") ? parlour.url : "null", 0, null],
      ]);
    await page.close();
  }
  expect(dialogs).toEqual([]);
  await context.close();
});
