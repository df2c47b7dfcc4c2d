import type { Page } from "playwright-core";

/**
 * Switches a tab to a pseudo-language (packages/operator/src/text/pseudo.ts), or back to English.
 */
export async function setPseudoLanguage(page: Page, kind: "long" | "rtl" | null): Promise<void> {
  await page.evaluate((language) => {
    if (language === null) localStorage.removeItem("parlour.pseudo");
    else localStorage.setItem("parlour.pseudo", language);
  }, kind);
  await page.reload();
}

/**
 * Finds texts on the screen that come from no catalogue: those outside of the brackets of the long
 * pseudo-language. Excluded are texts of people and machines, which have `dir="auto"` or are code,
 * a time, a sample, the title of a <data>, or listed in `data`, and names of months and weekdays,
 * which come from the browser.
 */
export function findUntranslated(
  page: Page,
  data: readonly (string | RegExp)[],
): Promise<readonly string[]> {
  return page.evaluate(
    ({ texts, patterns }) => {
      const allowedPatterns = patterns.map((source) => new RegExp(source, "u"));
      const found = new Set<string>();
      const named = (["short", "long"] as const).flatMap((form) => [
        ...Array.from({ length: 12 }, (_, n) =>
          new Date(2026, n).toLocaleDateString("en-GB", { month: form }),
        ),
        ...Array.from({ length: 7 }, (_, n) =>
          new Date(2026, 0, n + 1).toLocaleDateString("en-GB", { weekday: form }),
        ),
      ]);
      const calendar = new RegExp(`\\b(${named.join("|")})\\b`, "gu");
      const take = (text: string | null | undefined): void => {
        let remaining = text ?? "";
        for (let before = ""; before !== remaining;)
          [before, remaining] = [remaining, remaining.replace(/⟦[^⟦⟧]*⟧/gu, "")];
        remaining = remaining.replace(calendar, " ").replace(/\s+/gu, " ").trim();
        if (
          /\p{L}{2}/u.test(remaining) &&
          !texts.includes(remaining) &&
          !allowedPatterns.some((one) => one.test(remaining))
        )
          found.add(remaining);
      };
      const foreign =
        "[dir='auto'], bdi, code, pre, kbd, .key, mark, time, textarea, svg, .avatar, .mono, .code, .doc, option, script, style, noscript";
      const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      // Texts are checked per parent element: an opening and its closing bracket may be in
      // different text nodes.
      const whole = new Set<Element>();
      for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
        const { parentElement: own } = node;
        if (own !== null && own.closest(foreign) === null) whole.add(own);
      }
      for (const own of whole)
        take(
          [...own.childNodes]
            .map((child) => (child.nodeType === Node.TEXT_NODE ? child.textContent : " "))
            .join(""),
        );
      for (const one of document.body.querySelectorAll(
        "[aria-label], [title], [placeholder], [alt]",
      ))
        for (const name of [
          "aria-label",
          "placeholder",
          "alt",
          ...(one.closest(foreign) === null && one.tagName !== "DATA" ? ["title"] : []),
        ])
          // A tooltip ends with two spaces and a key, whose name is the same in all languages.
          take(one.getAttribute(name)?.replace(/ {2}[^⟦⟧]*$/u, ""));
      return [...found];
    },
    {
      texts: data.filter((one) => typeof one === "string"),
      patterns: data.filter((one) => one instanceof RegExp).map((one) => one.source),
    },
  );
}

/**
 * Finds catalogue texts that are cut with an ellipsis on controls, labels and headings, where
 * nothing else shows the whole text.
 */
export function findTruncated(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        "button, .btn, a, label, legend, th, h1, h2, h3, [role='tab'], .tag, .hint, dt",
      ),
    ]
      .flatMap((one) => [one, ...one.querySelectorAll<HTMLElement>("*")])
      .filter(
        (one) =>
          one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          one.textContent.startsWith("⟦"),
      )
      .filter(
        (one) =>
          getComputedStyle(one).overflowX === "hidden" &&
          one.clientWidth > 1 &&
          one.scrollWidth > one.clientWidth + 1,
      )
      .map(
        (one) =>
          `${one.tagName.toLowerCase()}.${one.className} shows ${one.clientWidth} of ${one.scrollWidth} px of ${one.textContent.slice(0, 80)}`,
      ),
  );
}

interface OutlineBox {
  readonly what: string;
  /** The text of the element, in the language of its screen. */
  readonly words: string;
  readonly start: number;
  readonly width: number;
}
/**
 * Reads the positions of controls, cells and panes, measured from the side at which lines begin.
 */
export function readOutline(page: Page): Promise<readonly OutlineBox[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const mirrored = document.documentElement.dir === "rtl";
    return [
      ...document.querySelectorAll<HTMLElement>(
        "nav, aside, .pane, .card, .btn, .input, th, td, h1, h2, .avatar, .row, .tag, .savebar",
      ),
    ]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((one) => {
        const { left, right, width } = one.getBoundingClientRect();
        return {
          what: `${one.tagName.toLowerCase()}.${one.className}`,
          // Without the characters that control the text direction.
          words: (one.ariaLabel ?? one.textContent)
            .replaceAll(/\p{Bidi_Control}/gu, "")
            .trim()
            .slice(0, 40),
          start: mirrored ? innerWidth - right : left,
          width,
        };
      });
  });
}
/**
 * Finds boxes whose position differs between two outlines. The tolerance covers counts that change
 * their width by a digit.
 */
export function findMisplaced(
  first: readonly OutlineBox[],
  second: readonly OutlineBox[],
): readonly string[] {
  if (first.map(({ what }) => what).join() !== second.map(({ what }) => what).join())
    return describeExchanged(first, second);
  return first.flatMap(({ what, start, width }, n) => {
    const now = second[n];
    const off =
      now === undefined ? 0 : Math.max(Math.abs(now.start - start), Math.abs(now.width - width));
    return off > 14
      ? [
          `${what} at ${Math.round(start)} (${Math.round(width)} wide) is mirrored to ${Math.round(now?.start ?? 0)} (${Math.round(now?.width ?? 0)})`,
        ]
      : [];
  });
}

/**
 * Names the boxes that only one of two outlines has. If both have the same boxes, describes the
 * difference in order.
 */
function describeExchanged(
  first: readonly OutlineBox[],
  second: readonly OutlineBox[],
): readonly string[] {
  const start = first.findIndex(({ what }, n) => what !== second[n]?.what);
  const from = start < 0 ? first.length : start;
  let end = 0;
  while (
    end < Math.min(first.length, second.length) - from &&
    first.at(-1 - end)?.what === second.at(-1 - end)?.what
  )
    end += 1;
  const before = first.slice(from, first.length - end);
  const after = second.slice(from, second.length - end);
  const problems = [
    ...subtractBoxes(before, after).map((box) => `is gone: ${describeBox(box)}`),
    ...subtractBoxes(after, before).map((box) => `has come: ${describeBox(box)}`),
  ];
  return problems.length > 0
    ? problems
    : [
        `another order: ${before.map(describeBox).join(", ")} became ${after.map(describeBox).join(", ")}`,
      ];
}

/**
 * Returns the boxes of the first outline that are missing in the second, with their multiplicity.
 */
function subtractBoxes(
  first: readonly OutlineBox[],
  second: readonly OutlineBox[],
): readonly OutlineBox[] {
  const remaining = second.map(({ what }) => what);
  return first.filter(({ what }) => {
    const at = remaining.indexOf(what);
    if (at >= 0) remaining.splice(at, 1);
    return at < 0;
  });
}

const describeBox = ({ what, words }: OutlineBox): string => `${what} “${words}”`;
