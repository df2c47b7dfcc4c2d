import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { axeViolations, sideways } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";

/** Where a run leaves its pictures, to be looked at; without the variable it draws none, which is a third of its time. */
const folder = process.env["SHOTS"];
if (folder !== undefined) mkdirSync(folder, { recursive: true });

export async function picture(page: Page, name: string): Promise<void> {
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** What another width can break. */
const onPhones = [
  "target-size",
  "scrollable-region-focusable",
  "heading-order",
  "page-has-heading-one",
  "landmark-one-main",
  "aria-hidden-focus",
  "button-name",
  "link-name",
  "label",
];

/**
 * Looks at a screen in light and dark at 1440 and at 320 wide, and leaves a picture of each where `SHOTS` names a folder. Gives what is wrong: findings of axe, what is
 * wider than the window, hostile text that became an element or ran.
 */
export async function look(page: Page, name: string): Promise<readonly string[]> {
  const wrong: string[] = [];
  const one = async (view: string, rules: readonly string[] | null): Promise<void> => {
    for (const { id, help, nodes } of await axeViolations(page, rules))
      wrong.push(`${name} ${view}: ${id}: ${help}\n  ${nodes.slice(0, 6).join("\n  ")}`);
    for (const wide of await sideways(page)) wrong.push(`${name} ${view}: ${wide}`);
    await picture(page, `${name}-${view}`);
  };
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
  await one("light", null);
  await page.emulateMedia({ colorScheme: "dark" });
  await one("dark", ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 320, height: 640 });
  await frames(page);
  await one("phone", onPhones);
  await page.setViewportSize({ width: 1440, height: 900 });
  await frames(page);
  for (const fault of await page.evaluate(() => [
    ...("__hit" in window ? ["a script out of a text ran"] : []),
    ...[
      ...document.querySelectorAll(
        "iframe, object, embed, [onerror], [onload], img[src='x'], a[href^='javascript'], a[href*='evil.example']",
      ),
    ].map((element) => `an element out of a text: ${element.outerHTML.slice(0, 120)}`),
  ]))
    wrong.push(`${name}: ${fault}`);
  return wrong;
}

/** Layout follows the window's size. */
async function frames(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let i = 0; i < 3; i++) await new Promise((done) => requestAnimationFrame(done));
  });
}
