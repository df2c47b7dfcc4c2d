import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { moveKinds, type MoveRecord } from "@parlour/protocol/move-in/record";
import type { MoveSource, RecordProblem, SourceDeps } from "../source.ts";
import { sources } from "./index.ts";

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "move-in-"))));
afterAll(() => rm(folder, { recursive: true }));

const deps: SourceDeps = {
  egress: { open: () => Promise.reject(new Error("no request is expected")) },
  version: "1.2.3",
  signal: new AbortController().signal,
};
async function open(
  system: "jsonl" | "csv",
  contents: Readonly<Record<string, string>>,
): Promise<MoveSource> {
  const files = Object.entries(contents).map(([name, text]) => ({
    name,
    path: join(folder, name),
    text,
  }));
  for (const { path, text } of files) await writeFile(path, text);
  const openSource = sources[system];
  if (openSource === undefined) throw new Error("no such system");
  return openSource({ files }, deps);
}
async function readAll(
  source: MoveSource,
): Promise<{ records: MoveRecord[]; problems: RecordProblem[]; pages: number }> {
  const read = { records: [] as MoveRecord[], problems: [] as RecordProblem[], pages: 0 };
  for (const kind of moveKinds) {
    let cursor: string | null = null;
    do {
      const page = await source.readPage(kind, cursor);
      read.records.push(...page.records);
      read.problems.push(...page.problems);
      read.pages += 1;
      cursor = page.next;
    } while (cursor !== null);
  }
  return read;
}
const toLines = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join("");

test("[MV-002] a file in JSON Lines is read by kind, in the order of its lines", async () => {
  const person = { kind: "person", id: "p", name: "Ида" };
  const chat = { kind: "chat", id: "c", person: "p", started_at: "2024-01-02T03:04:05+03:00" };
  const messages = Array.from({ length: 1_100 }, (_, n) => ({
    kind: "message",
    id: `m${n}`,
    chat: "c",
    text: `שלום ${n}`,
  }));
  const operator = { kind: "operator", id: "o", name: "Olga" };
  const source = await open("jsonl", {
    "a.jsonl": `\u{FEFF}${toLines([person, chat, ...messages.slice(0, 700)])}`,
    "b.jsonl": toLines([...messages.slice(700), operator]).trimEnd(),
  });
  await expect(source.check()).resolves.toMatchObject({ product: "JSON Lines" });
  const { records, problems, pages } = await readAll(source);
  expect(problems).toEqual([]);
  expect(records).toEqual([operator, person, chat, ...messages]);
  expect(pages).toBe(moveKinds.length + 2);
});

test("[MV-001, MV-002] broken lines are reported once, with their line, and the others are read", async () => {
  const source = await open("jsonl", {
    "broken.jsonl": [
      `{"kind":"person","id":"1"}`,
      `{"kind":"person","id":"2","name":7}`,
      `{"kind":"message","id":"3"`,
      `<!doctype html>`,
      `{"kind":"planet","id":"4"}`,
      ``,
      `{"kind":"message","id":"5","chat":"1","text":"x","sent_at":"yesterday"}`,
      `{"kind":"person","id":"6"}`,
    ].join("\r\n"),
  });
  const { records, problems } = await readAll(source);
  expect(records.map(({ id }) => id)).toEqual(["1", "6"]);
  expect(problems.map(({ kind, id, code }) => [kind, id, code])).toEqual([
    ["file", "broken.jsonl:3", "broken_record"],
    ["file", "broken.jsonl:4", "broken_record"],
    ["file", "broken.jsonl:5", "broken_record"],
    ["person", "2", "broken_record"],
    ["message", "5", "broken_record"],
  ]);
  expect(problems[3]?.detail).toMatch(/^broken.jsonl:2: name: /);
  const html = await open("jsonl", { "page.html": "<!doctype html>" });
  await expect(html.check()).rejects.toMatchObject({ code: "wrong_format" });
});

test("[MV-003] CSV files contain persons with fields, or articles and translations", async () => {
  const source = await open("csv", {
    "persons.csv": `id;name;email;Plan\n7;Ann;ann@example.com;gold\n;Bo;bo@example.com;\n;;;x\n`,
    "articles.csv": `id,title,markdown\n1,Returns,"# Within\n30 days"\n`,
    "others.csv": "title,language,article,markdown\nRetours,fr,1,30 jours\nReso,,1,30 giorni\n",
  });
  await expect(source.check()).resolves.toMatchObject({
    counts: { person: 2, article: 1, translation: 1 },
  });
  const { records, problems } = await readAll(source);
  expect(records).toEqual([
    { kind: "article", id: "1", title: "Returns", markdown: "# Within\n30 days" },
    {
      kind: "translation",
      id: "1/fr",
      title: "Retours",
      language: "fr",
      article: "1",
      markdown: "30 jours",
    },
    { kind: "person", id: "7", name: "Ann", email: "ann@example.com", fields: { Plan: "gold" } },
    { kind: "person", id: "bo@example.com", name: "Bo", email: "bo@example.com" },
  ]);
  expect(problems).toMatchObject([
    { kind: "translation", id: "1/", code: "broken_record" },
    { kind: "person", id: "persons.csv:4", code: "broken_record" },
  ]);
  await expect(open("csv", { "other.csv": "a,b\n1,2\n" })).rejects.toMatchObject({
    code: "wrong_format",
  });
});
