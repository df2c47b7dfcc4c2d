import { request } from "node:http";
import { startNameServer, type FakeNameServer } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";
import { addArticle, addSection, addSlug, proveHost } from "./help-fixture.ts";

let service: ServiceApi;
let names: FakeNameServer;
let shop: TestAccount;
let other: TestAccount;
let parcel = 0;
let care = 0;
beforeAll(async () => {
  names = await startNameServer();
  service = await startServiceApi({ nameServers: [names.address] });
  shop = await service.createAccount("shop");
  other = await service.createAccount("other");
  const orders = await addSection(service, shop.id, {
    name: "Orders",
    slug: "orders",
    names: { de: "Bestellungen" },
  });
  care = await addSection(service, shop.id, { name: "Care", slug: "care" });
  parcel = await addArticle(service, shop.id, orders, [
    {
      title: "Where is my <parcel>?",
      slug: "parcel",
      body: "Look at **the email** with the [number](/track).\n\n## First\n\n<script>alert(1)</script>\n\n## Second\n\n|a|b|\n|-|-|\n|c|d|",
    },
    {
      language: "de",
      title: "Wo ist mein Paket?",
      slug: "paket",
      body: "Sehen Sie in die E-Mail.",
    },
  ]);
  await addSlug(service, shop.id, { article: parcel, language: "en", slug: "package" });
  await addSlug(service, shop.id, { article: null, language: "en", slug: "deleted" });
  await addArticle(service, shop.id, care, [
    {
      title: "Oven and microwave",
      slug: "oven",
      body: "Most pieces can go in the oven. Deliveries are separate.",
    },
    { language: "ar", title: "الفرن", slug: "الفرن", body: "تتحمل معظم القطع الفرن." },
  ]);
  await addArticle(service, shop.id, care, [
    { title: "Old news", slug: "old", state: "archived" },
    { language: "de", title: "Entwurf", slug: "entwurf", state: "draft" },
  ]);
});
afterAll(async () => {
  await service.close();
  await names.close();
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** The body as it was sent. */
  readonly text: string;
}
/** Removes white space at the edges of elements, which is without meaning between blocks. */
const squeeze = (page: string): string =>
  page
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?\/>/g, ">")
    .replaceAll(/ ?([<>]) ?/g, "$1");

/** Sends a request with a host name of its own, which fetch cannot. */
async function send(
  path: string,
  {
    method = "GET",
    headers = {},
    form,
  }: { method?: string; headers?: Record<string, string>; form?: Record<string, string> } = {},
): Promise<Answer> {
  const body = form && new URLSearchParams(form).toString();
  return new Promise((resolve, reject) => {
    const sent = request(
      `${service.origin}${path}`,
      {
        method,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: squeeze(Buffer.concat(chunks).toString()),
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

describe("the pages of the help centre", () => {
  it("[HELP-041] /help leads to the language of the reader, else to the first one", async () => {
    const german = await send("/help", {
      headers: { "accept-language": "fr, de-AT;q=0.9, en;q=0.8" },
    });
    expect([german.status, german.headers.location]).toEqual([302, "/help/de"]);
    expect((await send("/help")).headers.location).toBe("/help/en");
    expect((await send("/help/fr")).status).toBe(404);
  });

  it("[HELP-040] the first page has topics with counts, and no script, in at most 30 KB", async () => {
    const home = await send("/help/en");
    expect(home.status).toBe(200);
    expect(home.headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'self'/,
    );
    expect(home.headers["content-security-policy"]).not.toContain("script-src");
    expect(home.body).toContain('<a href="/help/en/topics/orders">');
    expect(home.body).toContain("<small>1 article</small>");
    expect(home.body).toContain('<link rel="alternate" hreflang="de"');
    expect(home.body).not.toContain("<script");
    expect(Buffer.byteLength(home.body)).toBeLessThan(30_720);
    expect((await send("/help/de")).body).toContain("<h3>Bestellungen</h3>");
    const topic = await send("/help/en/topics/care");
    expect(topic.body).toContain('<a href="/help/en/oven">Oven and microwave</a>');
    expect(topic.body).not.toContain("Old news");
  });

  it("[HELP-040] an article escapes all texts, and names its translations", async () => {
    const article = await send("/help/en/parcel");
    expect(article.status).toBe(200);
    expect(article.body).toContain("<h1>Where is my &lt;parcel&gt;?</h1>");
    expect(article.body).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(article.body).not.toContain("<script");
    expect(article.body).toContain('<p class="lead">Look at<strong>the email</strong>');
    expect(article.body).toContain('<h2 id="first">First</h2>');
    expect(article.body).toContain('<th scope="col">a</th>');
    expect(article.body).toContain("Updated on November 12, 2026 · 1 min read");
    expect(article.body).toContain(`hreflang="de" href="${service.publicUrl}/help/de/paket"`);
    expect(article.body).toContain(
      `<link rel="canonical" href="${service.publicUrl}/help/en/parcel">`,
    );
    expect((await send("/help/ar/%D8%A7%D9%84%D9%81%D8%B1%D9%86")).body).toContain(
      '<html lang="ar" dir="rtl">',
    );
  });

  it("[HELP-042] earlier addresses lead to the present one, gone and unknown ones say so", async () => {
    const moved = await send("/help/en/package");
    expect([moved.status, moved.headers.location]).toEqual([301, "/help/en/parcel"]);
    for (const [path, status] of [
      ["/help/en/deleted", 410],
      ["/help/en/old", 410],
      ["/help/de/entwurf", 404],
      ["/help/en/nothing", 404],
      ["/help/en/a/b/c", 404],
      ["/help/en/topics/nothing", 404],
    ] as const) {
      const page = await send(path);
      expect([path, page.status]).toEqual([path, status]);
      expect(page.body).toContain('role="search"');
      expect(page.body).toContain('<meta name="robots" content="noindex">');
    }
  });

  it("[HELP-042] addresses and words that no text can have are no fault", async () => {
    const form = { language: "en", slug: "a\0", helpful: "yes" };
    expect((await send("/help/en/%00")).status).toBe(404);
    expect((await send("/help/en/topics/a%00b")).status).toBe(404);
    expect((await send(`/help/en/${"a".repeat(5_000)}`)).status).toBe(404);
    expect((await send("/help/search?language=en&q=a%00%ED%A0%80")).status).toBeLessThan(500);
    expect((await send("/help/vote", { method: "POST", form })).status).toBe(404);
  });

  it("[HELP-043] a text that is missing in a language leads to its translation, or says so", async () => {
    const translated = await send("/help/de/parcel");
    expect([translated.status, translated.headers.location]).toEqual([301, "/help/de/paket"]);
    const missing = await send("/help/de/oven");
    expect(missing.status).toBe(200);
    expect(missing.body).toContain(
      "Diesen Artikel gibt es noch nicht auf Deutsch. Sie sehen den Text auf English.",
    );
    expect(missing.body).toContain(
      `<link rel="canonical" href="${service.publicUrl}/help/en/oven">`,
    );
  });

  it("[HELP-040] HEAD and If-None-Match send no page again", async () => {
    const first = await send("/help/en/oven");
    const head = await send("/help/en/oven", { method: "HEAD" });
    expect([head.status, head.body, head.headers.etag]).toEqual([200, "", first.headers.etag]);
    const again = await send("/help/en/oven", {
      headers: { "if-none-match": String(first.headers.etag) },
    });
    expect([again.status, again.body]).toEqual([304, ""]);
  });

  it("[HELP-012] [HELP-013] colours, logo, title and links are those of the settings", async () => {
    const logo = `data:image/svg+xml;base64,${btoa('<svg viewBox="0 0 1 1"></svg>')}`;
    const changed = await service.call("PATCH", "/help-center", {
      key: shop.keys.owner,
      body: {
        title: "Alder & Oat",
        logo,
        links: [{ label: "Legal", url: "https://shop.example/legal" }],
        languages: ["de", "en"],
      },
    });
    expect(changed.status).toBe(200);
    expect((await send("/help")).headers.location).toBe("/help/de");
    const { body } = await send("/help/en");
    expect(body).toContain("Alder &amp; Oat<span>Help</span>");
    expect(body).toContain('<a href="https://shop.example/legal">Legal</a>');
    const style = /href="(\/help\/style\.css\?v=[^"]+)"/.exec(body)?.[1] ?? "";
    const sheet = await send(style);
    expect(sheet.headers["cache-control"]).toContain("immutable");
    expect(sheet.body).toMatch(/^:root \{ --brand: #0B6B5D/);
    const picture = /src="(\/help\/logo\?v=[^"]+)"/.exec(body)?.[1] ?? "";
    expect((await send(picture)).headers["content-type"]).toBe("image/svg+xml");
    expect((await send("/help/logo-dark")).status).toBe(404);
  });

  it("[HELP-046] the tab has the logo or the first letter in the colour, and robots find the site map", async () => {
    const iconOf = async () =>
      /rel="icon" href="([^"]+)"/.exec((await send("/help/en")).body)?.[1] ?? "";
    const patch = (logo: string | null) =>
      service.call("PATCH", "/help-center", { key: shop.keys.owner, body: { logo } });
    await patch(null);
    const letter = await send(await iconOf());
    expect(letter.headers["content-type"]).toContain("image/svg+xml");
    expect(letter.body).toMatch(/fill="#0B6B5D"[^]*>\s*\S\s*<\/text>/);
    await patch(`data:image/svg+xml;base64,${btoa('<svg viewBox="0 0 1 1"></svg>')}`);
    expect(await iconOf()).toMatch(/^\/help\/logo\?v=/);
    const robots = await send("/robots.txt");
    expect(robots.headers["content-type"]).toContain("text/plain");
    // The helper joins lines.
    expect(robots.body.trim()).toBe(
      `User-agent: * Disallow: Sitemap: ${service.publicUrl}/help/sitemap.xml`,
    );
  });

  it("[HELP-045] feed and site map name the published texts alone", async () => {
    const feed = await send("/help/en/changes.atom");
    expect(feed.headers["content-type"]).toContain("application/atom+xml");
    expect(feed.body).toContain("<title>Where is my &lt;parcel&gt;?</title>");
    const map = await send("/help/sitemap.xml");
    expect(map.body).toContain(
      `<loc>${service.publicUrl}/help/de/paket</loc><lastmod>2026-11-12</lastmod>`,
    );
    expect(map.body).not.toContain("old");
    expect(map.body).not.toContain("entwurf");
  });

  it("[HELP-011] the host name chooses the help centre, and one without articles says so", async () => {
    await proveHost(service, names, other.keys.owner, "help.other.example");
    await service.call("PATCH", "/help-center", {
      key: other.keys.owner,
      body: { host: "help.other.example" },
    });
    const host = { host: "help.other.example" };
    expect((await send("/help", { headers: host })).headers.location).toBe("/help/en");
    const empty = await send("/help/en", { headers: host });
    expect([empty.status, empty.body.includes("We are still writing")]).toEqual([200, true]);
    expect((await send("/help/en/parcel", { headers: host })).status).toBe(404);
    await service.call("PATCH", "/help-center", {
      key: other.keys.owner,
      body: { enabled: false },
    });
    expect((await send("/help/en", { headers: host })).status).toBe(404);
  });
});

describe("[HELP-030] search", () => {
  const search = async (query: string, more = "") =>
    JSON.parse(
      (
        await send(`/help/search?language=en&q=${encodeURIComponent(query)}${more}`, {
          headers: { accept: "application/json" },
        })
      ).text,
    ) as {
      results: { title: string; path: string; excerpt: string; section: string }[];
      corrected?: string;
    };

  it("finds words, other forms and beginnings, the title first", async () => {
    expect((await search("parcels")).results[0]).toEqual({
      title: "Where is my <parcel>?",
      path: "/help/en/parcel",
      excerpt: "Look at the email with the number. First <script>alert(1)</script> Second a b c d",
      section: "Orders",
    });
    for (const query of ["micro", "delivery", "oven pieces", "OVEN", "oven unheard"])
      expect((await search(query)).results[0]?.path, query).toBe("/help/en/oven");
    expect((await search("nothinglikeit")).results).toEqual([]);
    expect((await search("'; drop table & | ! :*")).results).toEqual([]);
  });

  it("[HELP-031] corrects one typing error of a word that no text has", async () => {
    for (const query of ["pacrel", "parcl", "percel", "arcel"])
      expect(await search(query), query).toMatchObject({
        corrected: "parcel",
        results: [{ path: "/help/en/parcel" }],
      });
    expect(await search("pacrel", "&exact=1")).toEqual({ results: [] });
  });

  it("[HELP-030] the page marks words, and offers topics and the exact search", async () => {
    const page = await send("/help/search?language=en&q=micrwave");
    expect(page.body).toContain("1 article for “microwave”");
    expect(page.body).toContain("No article contains “micrwave”.");
    expect(page.body).toContain("and<mark>microwave</mark></a>");
    expect(page.body).toContain("q=micrwave&amp;language=en&amp;exact=1");
    const nothing = await send("/help/search?language=en&q=%3Ci%3Eraku");
    expect(nothing.body).toContain("Nothing found for “&lt;i&gt;raku”");
    expect((await send("/help/search?language=en&q=")).status).toBe(302);
  });
});

describe("what readers do", () => {
  const countsOf = async (article: number) =>
    (
      await service.db.query<{ views: number; helpful: number; no: number }>(
        "select sum(views)::int as views, sum(helpful)::int as helpful, sum(not_helpful)::int as no from article_day where account_id = $1 and article_id = $2",
        [shop.id, article],
      )
    )[0];

  it("[HELP-050] views are written a few seconds later in one statement, without programs", async () => {
    await service.clock.advance(5_000);
    await expect.poll(async () => (await countsOf(parcel))?.views ?? 0).toBeGreaterThan(0);
    const before = (await countsOf(parcel))?.views ?? 0;
    for (const agent of ["Mozilla/5.0", "Mozilla/5.0", "Googlebot/2.1"])
      await send("/help/de/paket", { headers: { "user-agent": agent } });
    await send("/help/de/paket", { method: "HEAD" });
    await service.clock.advance(5_000);
    await expect.poll(async () => (await countsOf(parcel))?.views).toBe(before + 2);
  });

  it("[HELP-044] a reader votes once, thanks and the field follow", async () => {
    const headers = { "user-agent": "Mozilla/5.0" };
    const form = { language: "en", slug: "parcel", helpful: "yes" };
    const yes = await send("/help/vote", { method: "POST", headers, form });
    expect([yes.status, yes.headers.location]).toEqual([303, "/help/en/parcel?thanks#page_vote"]);
    expect((await send("/help/en/parcel?thanks")).body).toContain(
      "Thank you. 1 of 1 readers found this helpful.",
    );
    const no = await send("/help/vote", {
      method: "POST",
      headers,
      form: { ...form, helpful: "no" },
    });
    expect(no.headers.location).toBe("/help/en/parcel?feedback");
    expect(await countsOf(parcel)).toMatchObject({ helpful: 1, no: 0 });
    expect((await send("/help/en/parcel?feedback")).body).toContain("What was missing?");
    const text = "The <b>number</b>";
    const sent = await send("/help/comment", { method: "POST", form: { ...form, text } });
    expect([sent.status, sent.headers.location]).toEqual([303, "/help/en/parcel?thanks#page_vote"]);
    expect(
      await service.db.query("select language, text from article_comment where account_id = $1", [
        shop.id,
      ]),
    ).toEqual([{ language: "en", text }]);
    const unknown = await send("/help/vote", { method: "POST", form: { ...form, slug: "old" } });
    expect(unknown.status).toBe(404);
  });

  it("[HELP-050] searches are counted with what they found", async () => {
    await send("/help/search?language=en&q=Raku%20%20Kiln");
    await service.clock.advance(5_000);
    await expect
      .poll(() =>
        service.db.query(
          "select times, found from article_search_day where account_id = $1 and query = 'raku kiln'",
          [shop.id],
        ),
      )
      .toEqual([{ times: 1, found: 0 }]);
  });

  it("[HELP-051] one address sends a limited number of requests", async () => {
    const form = { language: "en", slug: "parcel", helpful: "yes" };
    let limited: Answer | null = null;
    for (let n = 0; n < 20 && limited === null; n += 1) {
      const answer = await send("/help/vote", { method: "POST", form });
      if (answer.status === 429) limited = answer;
    }
    expect(limited?.body).toContain("Sie haben viele Anfragen gesendet.");
    expect(Number(limited?.headers["retry-after"])).toBeGreaterThan(0);
    await service.clock.advance(60_000);
    expect((await send("/help/en")).status).toBe(200);
  });
});
