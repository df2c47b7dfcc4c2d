import type { MoveImportDetails } from "@parlour/protocol/api";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportSamples } from "./export-samples.ts";

/** The files of each system through a whole import: plan, move, again, undo. */
let parlour: TestParlour;
beforeAll(async () => {
  parlour = await startTestParlour();
});
afterAll(() => parlour.close());

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await parlour.owner.call(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as T;
}
async function upload(name: string, content: string): Promise<string> {
  const form = new FormData();
  form.set("file", new File([content], name));
  const response = await fetch(`${parlour.url}/api/v1/imports/files`, {
    method: "POST",
    headers: { authorization: `Bearer ${parlour.owner.key}` },
    body: form,
  });
  return ((await response.json()) as { readonly id: string }).id;
}
async function act(id: number, action: string): Promise<MoveImportDetails> {
  await call("POST", `imports/${id}/${action}`, {});
  await parlour.settle();
  return call("GET", `imports/${id}`);
}
async function countClosed(): Promise<number> {
  const [row] = await parlour.sql<{ n: number }>(
    "select count(*)::int as n from chat where removed_at is null",
  );
  return row?.n ?? -1;
}

const listArticles = () =>
  parlour.sql(
    `select t.article_id as article, t.title, t.language, t.state, s.name as section from article_text t
       join article a on a.id = t.article_id join article_section s on s.id = a.section_id
       order by t.title`,
  );

for (const {
  system,
  files,
  chats,
  messages,
  articles = 0,
  translations = 0,
  problems = {},
} of exportSamples)
  test(`[MV-040] [MV-025] [MV-028] [MV-031] files of ${system} are planned, imported once and taken back`, async () => {
    const connect = async (): Promise<number> => {
      const ids = [];
      for (const [name, content] of Object.entries(files)) ids.push(await upload(name, content));
      const created = await call<{ id: number }>("POST", "imports", {
        system,
        name: `Old ${system}`,
        files: ids,
      });
      return created.id;
    };
    const before = await countClosed();
    const id = await connect();
    const planned = await act(id, "plan");
    expect(planned).toMatchObject({
      state: "planned",
      plan: { counts: { chat: { read: chats, new: chats }, message: { new: messages } } },
      problems,
    });
    expect(planned.plan?.counts.article?.new ?? 0).toBe(articles);
    expect(planned.plan?.counts.translation?.new ?? 0).toBe(translations);
    expect(await countClosed()).toBe(before);
    expect(await listArticles()).toEqual([]);
    const done = await act(id, "start");
    expect(done).toMatchObject({
      state: "done",
      counts: { chat: { new: chats }, message: { new: messages } },
      problems,
    });
    expect(await countClosed()).toBe(before + chats);
    const drafts = await listArticles();
    expect(drafts).toHaveLength(articles + translations);
    expect(new Set(drafts.map(({ article }) => article)).size).toBe(articles);
    for (const draft of drafts) expect(draft).toMatchObject({ state: "draft", section: "Orders" });

    const again = await connect();
    await act(again, "plan");
    const second = await act(again, "start");
    expect(second.counts).toMatchObject({ chat: { known: chats }, message: { known: messages } });
    for (const counts of Object.values(second.counts)) expect(counts.new ?? 0).toBe(0);
    expect(second.counts.article?.known ?? 0).toBe(articles);
    expect(second.counts.translation?.known ?? 0).toBe(translations);
    expect(await listArticles()).toEqual(drafts);
    expect(await countClosed()).toBe(before + chats);

    expect(await act(id, "undo")).toMatchObject({ state: "undone" });
    expect(await countClosed()).toBe(before);
    expect(await listArticles()).toEqual([]);
  });
