import type { ArticleImport, SiteImport } from "@parlour/protocol/api";
import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator, emptyPage } from "../../../../tests/entities.ts";
import { Refusal, type Answers } from "../../../../tests/fake-server.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const item: ArticleImport["items"][number] = {
  file: "care/oven.en.md",
  result: "added",
  article_id: null,
  title: "Oven",
  language: "en",
  state: "draft",
  size: 1200,
  reason: null,
  warnings: [{ code: "link_to_missing_file", detail: "a.png", line: 3 }],
};
const plan: ArticleImport = {
  dry_run: true,
  sections: ["Care"],
  ordered_sections: [],
  items: [
    {
      ...item,
      file: "notes.txt",
      result: "left_out",
      title: null,
      language: null,
      reason: { code: "not_named", detail: null, line: null },
      warnings: [],
    },
    item,
  ],
};
const answers: Answers = {
  "GET /me": createOperator({ role: "owner" }),
  "GET /articles": emptyPage,
  "GET /article-sections": emptyPage,
};
const site: SiteImport = {
  id: 4,
  address: "https://shop.example/sitemap.xml",
  prefix: null,
  state: "reading",
  operator: { id: 1, name: "Ann" },
  found: 2,
  total: 3,
  processed: 1,
  created_at: "2026-11-30T10:00:00.000Z",
  ended_at: null,
};
const zip = new File(["x"], "help.zip");

test("[ART-070] an import shows what it would do before it writes, and then what it did", async () => {
  const { screen, user, changes, answer } = await renderApp("/articles", {
    ...answers,
    "POST /articles/imports": plan,
  });
  const exported = await screen.findByRole("link", { name: "Export" });
  expect(exported.getAttribute("href")).toBe("/api/v1/articles/export");
  await user.click(screen.getByRole("button", { name: "Import…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Import articles" }));
  await user.upload(dialog.getByLabelText(/^Zip with a folder/u), zip);
  await dialog.findByText("The import would write 1 text. Nothing is written yet.");
  dialog.getByText("New section: Care");
  expect(dialog.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
    "Ovencare/oven.en.mdEnglish · 1,200 charactersLine 3: a.png is not in the folder.new",
    "notes.txtNo article of the folder uses the file.left out",
  ]);
  answer({ "POST /articles/imports": { ...plan, dry_run: false } });
  await user.click(dialog.getByRole("button", { name: "Import 1" }));
  await dialog.findByText("1 text was written.");
  expect(dialog.queryByRole("button", { name: "Import 1" })).toBeNull();
  expect(changes.map(({ path }) => path)).toEqual(["/articles/imports", "/articles/imports"]);
});

test("[ART-035] [ART-070] the order of existing articles can follow the folder", async () => {
  const { screen, user, changes, answer } = await renderApp("/articles", {
    ...answers,
    "POST /articles/imports": { ...plan, items: [] },
  });
  await user.click(await screen.findByRole("button", { name: "Import…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Import articles" }));
  await user.upload(dialog.getByLabelText(/^Zip with a folder/u), zip);
  await dialog.findByText("The import would change nothing.");
  answer({ "POST /articles/imports": { ...plan, items: [], ordered_sections: ["Care"] } });
  await user.click(dialog.getByRole("switch", { name: /^Also put existing articles/u }));
  await dialog.findByText("New order in the section: Care");
  await user.click(dialog.getByRole("button", { name: "Import" }));
  expect(changes.map(({ query }) => String(query))).toEqual([
    "dry_run=true&order=false",
    "dry_run=true&order=true",
    "dry_run=false&order=true",
  ]);
});

test("[ART-070] a refused zip says why", async () => {
  const owner = await renderApp("/articles", {
    ...answers,
    "POST /articles/imports": new Refusal(400, "invalid_request", "The file is not a zip."),
  });
  await owner.user.click(await owner.screen.findByRole("button", { name: "Import…" }));
  await owner.user.upload(await owner.screen.findByLabelText(/^Zip with a folder/u), zip);
  await owner.screen.findByText(/The file is not a zip\./u);
});

test("[ART-067] operators who may not write articles see no import", async () => {
  const { screen } = await renderApp("/articles", {
    ...answers,
    "GET /me": createOperator({ role: "operator" }),
  });
  await screen.findByRole("link", { name: "Export" });
  expect(screen.queryByRole("button", { name: "Import…" })).toBeNull();
});

test("[ART-086] a site is read first, and imported after its pages were shown", async () => {
  const { screen, user, changes, answer } = await renderApp("/articles", {
    ...answers,
    "GET /site-imports": { items: [{ ...site, id: 3, state: "ready" }], next_cursor: null },
    "POST /site-imports": site,
    "GET /site-imports/{id}": site,
    "POST /site-imports/{id}/cancel": { ...site, state: "cancelled" },
  });
  await user.click(await screen.findByRole("button", { name: "Import…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Import articles" }));
  await user.click(dialog.getByRole("radio", { name: "Site" }));
  await dialog.findByRole("button", { name: "Open https://shop.example/sitemap.xml" });
  await user.click(dialog.getByRole("button", { name: "Read the site" }));
  dialog.getByText("Enter an address.");
  await user.type(dialog.getByLabelText("Address of a page or sitemap"), "shop.example");
  await user.click(dialog.getByRole("button", { name: "Read the site" }));
  await dialog.findByText("1 of 3 addresses");
  const page = { ...item, file: "https://shop.example/oven", warnings: [] };
  const read: ArticleImport = {
    ...plan,
    sections: [],
    items: [
      page,
      {
        ...page,
        file: "https://shop.example/cart",
        result: "left_out",
        title: null,
        language: null,
        size: null,
        reason: { code: "status", detail: "404", line: null },
      },
    ],
  };
  answer({
    "GET /site-imports/{id}": { ...site, state: "cancelled" },
    "GET /site-imports/{id}/plan": read,
    "POST /site-imports/{id}/import": { ...read, dry_run: false },
  });
  await user.click(dialog.getByRole("button", { name: "Stop reading" }));
  await dialog.findByText("The import would write 1 text. Nothing is written yet.");
  dialog.getByText("The server answers with status 404.");
  dialog.getByText("Enter the name of the section.");
  await user.type(dialog.getByLabelText("Name of the section"), "Help");
  await user.click(dialog.getByRole("radio", { name: "Published" }));
  await user.click(dialog.getByRole("button", { name: "Import 1" }));
  await dialog.findByText("1 text was written.");
  expect(changes.map(({ path, body }) => [path, body])).toEqual([
    ["/site-imports", { address: "https://shop.example" }],
    ["/site-imports/4/cancel", {}],
    ["/site-imports/4/import", { section: "Help", state: "published" }],
  ]);
});

test("[ART-086] a site that is refused says why", async () => {
  const { screen, user } = await renderApp("/articles", {
    ...answers,
    "GET /site-imports": emptyPage,
    "POST /site-imports": new Refusal(409, "not_available", "The account reads 3 sites already."),
  });
  await user.click(await screen.findByRole("button", { name: "Import…" }));
  await user.click(await screen.findByRole("radio", { name: "Site" }));
  await screen.findByText("No site was read in the last 7 days.");
  await user.type(screen.getByLabelText("Address of a page or sitemap"), "https://shop.example");
  await user.click(screen.getByRole("button", { name: "Read the site" }));
  await screen.findByText(/The account reads 3 sites already\./u);
});
