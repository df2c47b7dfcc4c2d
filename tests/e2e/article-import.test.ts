import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openInboxFixture, waitUntilLive, type InboxFixture } from "./inbox-fixture.ts";
import { checkScreen } from "./screen-check.ts";

/** The owner imports the pages of a site. */
let fixture: InboxFixture;
let site: Server;
let origin: string;
beforeAll(async () => {
  fixture = await openInboxFixture();
  site = createServer((request, response) => {
    const path = request.url ?? "";
    const isSitemap = path === "/sitemap.xml";
    const isPage = /^\/(?:oven|wash)$/.test(path);
    response.writeHead(isSitemap || isPage ? 200 : 404, {
      "content-type": isSitemap ? "application/xml" : "text/html; charset=utf-8",
    });
    const list = ["oven", "wash", "basket"].map(
      (name) => `<url><loc>${origin}/${name}</loc></url>`,
    );
    response.end(
      isSitemap
        ? `<urlset>${list.join("")}</urlset>`
        : `<html lang="en"><main><h1>Page ${path.slice(1)}</h1><p>Up to 220 °C.</p></main></html>`,
    );
  });
  await new Promise<void>((resolve) => void site.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  origin = `http://${host}`;
  await fixture.parlour.owner.call("POST", "instance/egress-allow", { add: [host] });
});
afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await fixture.close();
});

test("[ART-086] a site becomes articles with the keyboard alone, and its dialog fits each width", async () => {
  const opened = await fixture.openOperatorPage(fixture.parlour.owner, { path: "/articles" });
  const { page } = opened;
  await waitUntilLive(page);
  const dialog = await openDialog(page);
  await dialog.getByRole("radio", { name: "File" }).focus();
  await page.keyboard.press("ArrowRight");
  await dialog.getByText("No site was read in the last 7 days.").waitFor();
  expect(await checkScreen(page, "import of a site", { views, axe: true })).toEqual([]);
  await dialog.getByRole("textbox", { name: "Address of a page or sitemap" }).focus();
  await page.keyboard.insertText(`${origin}/sitemap.xml`);
  await page.keyboard.press("Enter");
  await dialog.getByText("Stop reading").waitFor();
  await dialog.getByText("The import would write 2 texts. Nothing is written yet.").waitFor();
  await dialog.getByRole("textbox", { name: "Name of the section" }).focus();
  await page.keyboard.insertText("Care");
  expect(await checkScreen(page, "preview of a site", { views, axe: true })).toEqual([]);
  await dialog.getByRole("button", { name: "Import 2" }).focus();
  await page.keyboard.press("Enter");
  await dialog.getByText("2 texts were written.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Page oven" }).waitFor();
  await opened.checkAndClose();
});

const views = ["light", "dark", "phone"] as const;

async function openDialog(page: Page) {
  await page.getByRole("button", { name: "Import…" }).click();
  return page.getByRole("dialog", { name: "Import articles" });
}
