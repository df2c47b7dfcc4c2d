import { expect, test } from "vitest";
import { saveFormDraft, takeFormDraft } from "./form-drafts.ts";

test("[API-176] each form of a page gets its input back once, and no other operator or page does", () => {
  const draft = { operator: 1, path: "/settings/data", values: { days: "3" } };
  const links = { ...draft, form: "links", values: { on: true } };
  saveFormDraft({ ...draft, form: "data" });
  saveFormDraft(links);
  expect(takeFormDraft({ operator: 1, path: draft.path, form: "data" })).toEqual({ days: "3" });
  expect(takeFormDraft({ operator: 1, path: draft.path, form: "links" })).toEqual({ on: true });
  expect(takeFormDraft({ operator: 1, path: draft.path, form: "links" })).toBeNull();
  saveFormDraft(links);
  expect(takeFormDraft({ operator: 2, path: draft.path, form: "links" })).toBeNull();
  expect(takeFormDraft({ operator: 1, path: draft.path, form: "links" })).toBeNull();
  saveFormDraft(links);
  expect(takeFormDraft({ operator: 1, path: "/settings/account", form: null })).toBeNull();
  expect(takeFormDraft({ operator: 1, path: draft.path, form: "links" })).toBeNull();
});
