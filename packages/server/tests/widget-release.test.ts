import { afterAll, beforeAll, expect, test } from "vitest";
import { openWidgetFixture, type WidgetFixture } from "./widget-fixture.ts";

/** Tests files of an earlier release of the widget, for pages that were opened before an update. */
let fixture: WidgetFixture;
beforeAll(async () => {
  fixture = await openWidgetFixture();
});
afterAll(() => fixture.close());

const fetchPath = (path: string) => fixture.parlour.call("GET", path);
const dayMs = 86_400_000;
/** Returns the paths of the host page script and the iframe page from the widget script. */
async function readPaths(): Promise<{ readonly host: string; readonly frame: string }> {
  const script = (await fetchPath(`/widget/${fixture.widget.public_id}.js`)).text;
  const host = /host-[\w-]{6,8}\.js/.exec(script)?.[0] ?? "";
  const frame = /"frame":"[^"]*?(\/widget\/frame\/[^"]+)"/.exec(script)?.[1] ?? "";
  return { host: `/widget/frame/assets/${host}`, frame };
}
const readStoredFiles = () =>
  fixture.parlour.sql<{ name: string; left: boolean }>(
    `select name, left_at is not null as "left" from widget_file order by name`,
  );

test("[WG-002] [WG-202] a page that was opened before an update gets the window it was made for, for three days", async () => {
  const now = await readPaths();
  const currentPage = await fetchPath(now.frame);
  expect((await fetchPath(now.host)).status).toBe(200);
  expect(currentPage.text).toContain("./assets/frame-");
  // The server stores the files after its response to the script request.
  await fixture.waitUntil(async () => (await readStoredFiles()).length > 20, "the release is kept");
  const storedFiles = await readStoredFiles();
  expect(storedFiles.every(({ left }) => !left)).toBe(true);
  expect(storedFiles.map(({ name }) => name)).toContain(now.host.replace("/widget/frame", ""));

  // Inserts files of a simulated earlier release.
  const old = {
    "/assets/host-oldold-1.js": "export const run = 1;",
    "/assets/draw-oldold-1.css": "b{}",
    "/frame-oldframe.html": "<title>Old</title>",
  };
  for (const [name, body] of Object.entries(old))
    await fixture.parlour.sql("insert into widget_file (name, body) values ($1, $2)", [
      name,
      Buffer.from(body),
    ]);
  await fixture.parlour.restart();
  expect((await readPaths()).host).toBe(now.host);
  await fixture.waitUntil(
    async () => (await readStoredFiles()).filter(({ left }) => left).length === 3,
    "the release before has left",
  );
  const script = await fetchPath("/widget/frame/assets/host-oldold-1.js");
  expect([script.status, script.text]).toEqual([200, "export const run = 1;"]);
  expect(
    [
      "content-type",
      "access-control-allow-origin",
      "cross-origin-resource-policy",
      "cache-control",
    ].map((name) => script.headers.get(name)),
  ).toEqual([
    "text/javascript; charset=utf-8",
    "*",
    "cross-origin",
    "public, max-age=31536000, immutable",
  ]);
  expect(
    (await fetchPath("/widget/frame/assets/draw-oldold-1.css")).headers.get("content-type"),
  ).toBe("text/css; charset=utf-8");
  const page = await fetchPath(`/widget/frame/${fixture.widget.public_id}?r=oldframe`);
  expect(page.text).toBe("<title>Old</title>");
  expect(page.headers.get("content-security-policy")).toBe(
    (await fetchPath(now.frame)).headers.get("content-security-policy"),
  );
  expect(page.headers.get("cache-control")).toBe("no-cache");
  // Unknown releases get the current window. Unknown files are not found.
  for (const r of ["neverwas", "../../etc", "a&r=b", ""])
    expect((await fetchPath(`/widget/frame/${fixture.widget.public_id}?r=${r}`)).text).toBe(
      currentPage.text,
    );
  for (const name of [
    "host-neverwas.js",
    "frame-oldframe.html",
    "..%2f..%2fpackage.json",
    "host-oldold-1.js.map",
  ])
    expect((await fetchPath(`/widget/frame/assets/${name}`)).status, name).toBe(404);

  await fixture.parlour.settle();
  await fixture.parlour.clock.advance(3 * dayMs + 1_000);
  expect((await fetchPath("/widget/frame/assets/host-oldold-1.js")).status).toBe(404);
  expect((await fetchPath(`/widget/frame/${fixture.widget.public_id}?r=oldframe`)).text).toBe(
    currentPage.text,
  );
  expect((await fetchPath(now.host)).status).toBe(200);
  // The next start removes them.
  await fixture.parlour.restart();
  await readPaths();
  await fixture.waitUntil(
    async () => (await readStoredFiles()).every(({ left }) => !left),
    "what has left is removed",
  );
  expect((await readStoredFiles()).map(({ name }) => name)).toEqual(
    storedFiles.map(({ name }) => name),
  );
});
