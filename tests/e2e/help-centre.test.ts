import {
  openContext,
  findAxeViolations,
  findHorizontalOverflow,
  useSharedBrowser,
} from "@parlour/testkit/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServiceApi, type ServiceApi } from "../../packages/server/tests/api-fixture.ts";
import { addArticle, addSection } from "../../packages/server/tests/help-fixture.ts";
import { colourRules, isLongRun, widthRules } from "./screen-check.ts";

/** The pages of the help centre in a browser. */
const browser = useSharedBrowser();
let service: ServiceApi;
beforeAll(async () => {
  service = await startServiceApi();
  const shop = await service.createAccount("Alder & Oat");
  const names = ["Orders and delivery", "Care and use", "Made to order"];
  for (const [n, name] of names.entries()) {
    const section = await addSection(service, shop.id, {
      name,
      slug: `topic-${n}`,
      names: { ar: "العناية والاستخدام" },
    });
    await addArticle(service, shop.id, section, [
      {
        title: `${name}: oven and dishwasher`,
        slug: `oven-${n}`,
        body: "Most of our stoneware can go in the oven up to 220 °C.\n\n## Which pieces\n\n| Piece | Oven | Microwave |\n|-|-|-|\n| Small bowl | Up to 220 °C | Yes |\n| Teapot | No | No |\n\n## In the oven\n\n1. Take it out of the fridge.\n2. Heat it *slowly*.\n\n> Never pour cold water into a hot dish.\n\n- See `care` and [washing](/help/en/oven-0).\n\n```\nplain text\n```",
      },
      {
        language: "ar",
        title: "الفرن والميكروويف",
        slug: `oven-ar-${n}`,
        body: "تتحمل معظم قطعنا الفرن.\n\n## أي القطع\n\n1. أخرج القطعة.\n\n## في الفرن\n\nسخّن ببطء.",
      },
    ]);
    await addArticle(service, shop.id, section, [
      { title: `Wash and dry ${n}`, slug: `wash-${n}` },
    ]);
  }
});
afterAll(async () => {
  await browser.close();
  await service.close();
});

const pages = {
  home: "/help/en",
  topic: "/help/en/topics/topic-1",
  article: "/help/en/oven-1",
  search: "/help/search?language=en&q=ovne",
  nothing: "/help/search?language=en&q=kilnrental",
  absent: "/help/en/unknown",
  feedback: "/help/en/oven-1?feedback",
  untranslated: "/help/ar/wash-1",
  "home-ar": "/help/ar",
  "article-ar": "/help/ar/oven-ar-1",
} as const;

const views = [
  { view: "light", width: 1440, dark: false, rules: null },
  { view: "dark", width: 1440, dark: true, rules: colourRules },
  { view: "phone", width: 390, dark: false, rules: widthRules },
  { view: "phone-dark", width: 390, dark: true, rules: null },
];
// A short run checks all rules once, then those that dark colours and a small width can break.
test.each(isLongRun ? views : views.slice(0, 3))(
  "[HELP-040] the pages are accessible, fit and have no script: $view",
  async ({ rules, ...options }) => {
    const context = await openContext(browser, options);
    const page = await context.newPage();
    for (const [what, path] of Object.entries(pages)) {
      const response = await page.goto(`${service.origin}${path}`);
      expect((await response?.body())?.length, what).toBeLessThan(30_720);
      expect(await page.locator("script").count(), what).toBe(0);
      expect(await findHorizontalOverflow(page), what).toEqual([]);
      expect(await findAxeViolations(page, isLongRun ? null : rules), what).toEqual([]);
    }
    const style = await page.request.get(`${service.origin}/help/style.css`);
    expect((await style.body()).length).toBeLessThan(20_480);
  },
);

test("[HELP-040] [HELP-044] search, menu and vote work with scripts off", async () => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 1024, height: 768 },
  });
  const page = await context.newPage();
  await page.goto(`${service.origin}/help/en`);
  await page.getByRole("searchbox").fill("dishwasher");
  await page.getByRole("searchbox").press("Enter");
  await page.getByRole("link", { name: "Care and use: oven and dishwasher" }).click();
  await page.locator(".lang summary").click();
  await page.getByRole("link", { name: "العربية" }).click();
  await page.waitForURL("**/help/ar/oven-ar-1");
  await page.goBack();
  await page.getByRole("button", { name: "Yes" }).click();
  await page.getByText("Thank you. 1 of 1 readers found this helpful.").waitFor();
  await page.goto(`${service.origin}/help/en/oven-2`);
  await page.getByRole("button", { name: "No" }).click();
  await page.getByRole("textbox", { name: /better article/ }).fill("The temperature");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("Thank you.").waitFor();
});
