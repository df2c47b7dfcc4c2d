import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { findAxeViolations, findHorizontalOverflow, isLongRun } from "@parlour/testkit/browser";
import { chooseSeed } from "@parlour/testkit";
import type { Locator, Page } from "playwright-core";

/**
 * Folder for the screenshots of a run. Without the variable a run takes none, which saves a third
 * of its time.
 */
const screenshotFolder = process.env["SHOTS"];
if (screenshotFolder !== undefined) mkdirSync(screenshotFolder, { recursive: true });

export async function takeScreenshot(target: Page | Locator, name: string): Promise<void> {
  if (screenshotFolder !== undefined)
    await target.screenshot({ path: join(screenshotFolder, `${name.replaceAll(" ", "-")}.png`) });
}

/**
 * Ways to display a screen. `phone`: 320 px wide; `zoom`: 1280 by 800 at 200 %; `large`: text at
 * twice its size; `compact`: the smaller density.
 */
export type View = "light" | "dark" | "forced" | "phone" | "zoom" | "large" | "compact";
export const narrowViews: readonly View[] = ["light", "phone"];
/** The dark theme is checked in `npm run test:long`. */
export const usualViews: readonly View[] = isLongRun ? ["light", "dark", "phone"] : narrowViews;
export { isLongRun };
export const allViews: readonly View[] = [
  "light",
  "dark",
  "forced",
  "phone",
  "zoom",
  "large",
  "compact",
];

/** Axe rules that other colours can break. */
export const colourRules = ["color-contrast", "link-in-text-block"];
/** Axe rules that another width can break. */
export const widthRules = [
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
interface ViewSettings {
  readonly width: number;
  readonly height: number;
  readonly dark?: true;
  readonly forced?: true;
  readonly large?: true;
  readonly compact?: true;
  /** null: all rules. */
  readonly rules: readonly string[] | null;
}
const viewSettings: Readonly<Record<View, ViewSettings>> = {
  light: { width: 1440, height: 900, rules: null },
  dark: { width: 1440, height: 900, dark: true, rules: colourRules },
  forced: { width: 1440, height: 900, forced: true, rules: colourRules },
  phone: { width: 320, height: 640, rules: widthRules },
  zoom: { width: 640, height: 400, rules: widthRules },
  large: { width: 1280, height: 800, large: true, rules: [] },
  compact: { width: 1440, height: 900, compact: true, rules: ["target-size"] },
};

export interface ScreenCheckOptions {
  readonly views?: readonly View[];
  /** Axe and screenshots use a window tall enough to show the whole screen. */
  readonly tall?: true;
  /**
   * true: a short run also runs axe and checks all views. "chosen": only if it chooses the screen,
   * but then also after the first check of the page.
   */
  readonly axe?: true | "chosen";
}
/** Pages that a short run has checked. */
const checkedPages = new WeakSet<Page>();
const seedOfDay = isLongRun ? 0 : chooseSeed();
/** Whether a short run checks a screen whole: a quarter of them, another each day. */
function isChosenToday(name: string): boolean {
  const hash = createHash("sha256").update(`${seedOfDay} ${name}`).digest();
  return hash.readUInt32LE() % 4 === 0;
}
/**
 * Checks a screen in several views: only `light` in a short run, `usualViews` in a long one. Takes
 * a screenshot of each if `SHOTS` names a folder. Returns the problems: findings of axe (all rules
 * once, then those that the view can break), horizontal overflow, controls whose text does not fit,
 * words that stand letter under letter, and hostile text that became an element or ran as a script.
 * Axe takes 0.7 s of CPU on a full screen, and a change of the width 0.2 s. So a short run checks a
 * quarter of the screens in all views, and with axe if it is the first check of the page.
 */
export async function checkScreen(
  page: Page,
  name: string,
  { views = isLongRun ? usualViews : ["light"], tall, axe }: ScreenCheckOptions = {},
): Promise<readonly string[]> {
  const problems: string[] = [];
  const isChosen = isLongRun || isChosenToday(name);
  const runsAxe =
    isLongRun || axe === true || (isChosen && (axe === "chosen" || !checkedPages.has(page)));
  checkedPages.add(page);
  const isWhole = runsAxe || screenshotFolder !== undefined;
  const isTall = tall !== undefined && isWhole;
  const checkedViews = isWhole || isChosen ? views : views.slice(0, 1);
  for (const view of checkedViews) {
    const { rules, ...sight } = viewSettings[view];
    await applyView(page, {
      ...sight,
      height: isTall && view !== "zoom" ? 4 * sight.height : sight.height,
    });
    if (runsAxe && (rules === null || rules.length > 0))
      for (const { id, help, nodes } of await findAxeViolations(page, rules))
        problems.push(`${name} ${view}: ${id}: ${help}\n  ${nodes.slice(0, 6).join("\n  ")}`);
    for (const wide of await findHorizontalOverflow(page))
      problems.push(`${name} ${view}: ${wide}`);
    for (const cut of await findOverflowingText(page)) problems.push(`${name} ${view}: ${cut}`);
    for (const piled of await findPiledText(page)) problems.push(`${name} ${view}: ${piled}`);
    await takeScreenshot(page, `${name}-${view}`);
  }
  if (checkedViews.at(-1) !== "light" || isTall)
    await applyView(page, { width: 1440, height: 900 });
  for (const fault of await page.evaluate(() => [
    ...("__hit" in window ? ["a script out of a text ran"] : []),
    ...[
      ...document.querySelectorAll(
        "iframe:not([src='/widget-preview'], [sandbox='']), object, embed, [onerror], [onload], img[src='x'], a[href^='javascript'], a[href*='evil.example']",
      ),
    ].map((element) => `an element out of a text: ${element.outerHTML.slice(0, 120)}`),
  ]))
    problems.push(`${name}: ${fault}`);
  if (problems.length > 0) problems.push(await describeLayers(page));
  return problems;
}

/**
 * Describes the layers, dialogs, landmarks and focus of a page with problems, without its texts.
 */
function describeLayers(page: Page): Promise<string> {
  return page.evaluate(() => {
    const describe = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      const marks = ["role", "class", "aria-hidden", "inert", "hidden", "style"].flatMap((key) =>
        element.hasAttribute(key) ? [`${key}=${element.getAttribute(key)}`] : [],
      );
      return `${element.tagName.toLowerCase()} ${marks.join(" ")} ${Math.round(width)}x${Math.round(height)} opacity ${getComputedStyle(element).opacity}`;
    };
    const parts = [
      ...document.body.children,
      ...document.querySelectorAll(
        "#root > *, main, h1, dialog, [role=dialog], [aria-hidden=true]",
      ),
    ];
    return [
      `at ${location.pathname}, focus on ${document.activeElement === null ? "nothing" : describe(document.activeElement)}`,
      ...parts.slice(0, 40).map(describe),
    ].join("\n  ");
  });
}

/** Applies window size, theme and text size to a page. Resolves after the page is rendered. */
async function applyView(
  page: Page,
  { width, height, dark, forced, large, compact }: Omit<ViewSettings, "rules">,
): Promise<void> {
  const before = page.viewportSize();
  if (before?.width !== width || before.height !== height)
    await page.setViewportSize({ width, height });
  await page.emulateMedia({
    colorScheme: dark === true ? "dark" : "light",
    forcedColors: forced === true ? "active" : "none",
  });
  await page.evaluate(
    async ([size, density]) => {
      const { style, dataset } = document.documentElement;
      style.fontSize = size;
      if (density !== "") [dataset["before"], dataset["density"]] = [dataset["density"], density];
      else if (dataset["before"] !== undefined) {
        dataset["density"] = dataset["before"];
        delete dataset["before"];
      }
      for (let i = 0; i < 3; i++) await new Promise((done) => requestAnimationFrame(done));
      // Axe takes a dialog that still fades in for hidden, and the page behind it for empty.
      const passing = document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === "running" && effect?.getComputedTiming().endTime !== Infinity,
        );
      await Promise.allSettled(passing.map(({ finished }) => finished));
    },
    [large === true ? "200%" : "", compact === true ? "compact" : ""] as const,
  );
}

/**
 * Finds words in a column so narrow that a line holds one or two letters, and texts of several
 * lines in a box narrower than 8 characters.
 */
export function findPiledText(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const piled: string[] = [];
    const pen = document.createElement("canvas").getContext("2d")!;
    const textNodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = textNodes.nextNode(); node !== null; node = textNodes.nextNode()) {
      const text = node.textContent?.trim() ?? "";
      // A text with line breaks of its own, such as JSON, may have short lines.
      if (text.length < 6 || text.includes("\n")) continue;
      if (node.parentElement?.checkVisibility() !== true || isForReadersOnly(node)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // A line with words of both directions has several boxes.
      const lines = new Set(
        [...range.getClientRects()]
          .filter(({ width }) => width > 1)
          .map(({ bottom }) => Math.round(bottom)),
      ).size;
      if (lines > text.length / 3)
        piled.push(`${lines} lines for the ${text.length} letters of “${text.slice(0, 60)}”`);
      else if (lines > 1 && text.length > 8 && isNarrow(node.parentElement))
        piled.push(`a box narrower than 8 characters for “${text.slice(0, 60)}”`);
    }
    return piled.slice(0, 8);

    function isNarrow(from: HTMLElement): boolean {
      let box = from;
      while (/^(inline|contents)$/.test(getComputedStyle(box).display)) box = box.parentElement!;
      const style = getComputedStyle(box);
      pen.font = getComputedStyle(from).font;
      const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
      return box.clientWidth - padding < 8 * pen.measureText("0").width;
    }

    function isForReadersOnly({ parentElement: element }: Node): boolean {
      return (
        element !== null &&
        (getComputedStyle(element).clipPath !== "none" || isForReadersOnly(element))
      );
    }
  });
}

/**
 * Finds texts that overflow their control or bubble, or are cut off where nobody can scroll. Texts
 * that end in an ellipsis are cut on purpose.
 */
function findOverflowingText(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const problems: string[] = [];
    const boxes = document.querySelectorAll<HTMLElement>(
      "button, .btn, [role='tab'], [role='option'], .tag, .badge, .banner, th, td, label, legend, .field, h1, h2, h3, .bubble, .staged, .held, .composer, .card",
    );
    for (const box of boxes) {
      const edge = box.getBoundingClientRect();
      if (
        edge.width < 2 ||
        edge.height < 2 ||
        !box.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      )
        continue;
      const style = getComputedStyle(box);
      if (
        style.display === "inline" ||
        /auto|scroll/.test(style.overflowX) ||
        style.textOverflow === "ellipsis"
      )
        continue;
      const textNodes = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      for (let node = textNodes.nextNode(); node !== null; node = textNodes.nextNode()) {
        const parent = node.parentElement;
        if (parent === null || node.textContent?.trim() === "" || isHiddenOrScrolled(parent, box))
          continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const overflowing = [...range.getClientRects()].find(
          (one) => one.width > 1 && (one.right > edge.right + 1.5 || one.left < edge.left - 1.5),
        );
        if (overflowing === undefined) continue;
        const excessPx = Math.round(
          Math.max(overflowing.right - edge.right, edge.left - overflowing.left),
        );
        problems.push(
          `${box.tagName.toLowerCase()}.${box.className} is left by ${excessPx} px by “${node.textContent?.slice(0, 60)}”`,
        );
        break;
      }
      if (!box.matches(".bubble, .staged, .held, .composer")) continue;
      // Pictures and players have no text.
      const inner = [...box.querySelectorAll<HTMLElement>("*")].find((one) => {
        const { left, right, width } = one.getBoundingClientRect();
        return (
          width > 1 &&
          getComputedStyle(one).position !== "absolute" &&
          (right > edge.right + 1 || left < edge.left - 1)
        );
      });
      if (inner !== undefined)
        problems.push(
          `${inner.tagName.toLowerCase()}.${inner.className} leaves ${box.className} of “${box.textContent.slice(0, 60)}”`,
        );
    }
    return problems.slice(0, 8);

    /**
     * Whether the text may be wider than its box: it is for screen readers only, inside a scrolling
     * element, cut with an ellipsis, or out of the flow.
     */
    function isHiddenOrScrolled(from: HTMLElement, box: HTMLElement): boolean {
      for (let at: HTMLElement | null = from; at !== null && at !== box; at = at.parentElement) {
        const { display, overflowX, textOverflow, clipPath, position } = getComputedStyle(at);
        if (
          /auto|scroll/.test(overflowX) ||
          // Texts of inline elements are never cut.
          (textOverflow === "ellipsis" && display !== "inline") ||
          clipPath !== "none" ||
          /absolute|fixed/.test(position)
        )
          return true;
      }
      return !from.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    }
  });
}
