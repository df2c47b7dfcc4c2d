import type { ArticleImport } from "@parlour/protocol/api";
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
    "Ovencare/oven.en.mdLine 3: a.png is not in the folder.new",
    "notes.txtnotes.txtNo article of the folder uses the file.left out",
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
  await user.click(dialog.getByRole("button", { name: "Import 0" }));
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
