import { describe, expect, it } from "vitest";
import { errorTables } from "./integrator-docs/errors.ts";
import { integratorPages, getPageFile, renderPage } from "./generate-integrator-docs.ts";
import { readCells } from "./integrator-docs/table.ts";
import { listFiles, read } from "./source.ts";

const generateCommand = "npm run x -- node tools/generate-integrator-docs.ts";

describe("pages for integrators", () => {
  it.each(integratorPages)(
    `[CORE-133] docs/integrate/%s.md shows the fields and codes of the code: ${generateCommand}`,
    (page) => {
      expect(read(getPageFile(page))).toBe(renderPage(page));
    },
  );

  it.each(integratorPages)("[CH-039] no field or code of %s.md is without a text", (page) => {
    const parts = read(getPageFile(page)).matchAll(/<!-- (fields|errors) .*\n([\s\S]*?)<!-- \//g);
    const rows = [...parts].flatMap(([, kind, text = ""]) =>
      [...readCells(text).values()].map((cells) => (kind === "fields" ? cells.slice(3) : cells)),
    );
    expect(rows.filter((cells) => cells.includes(""))).toEqual([]);
  });

  it("[CH-039] every code of the tables of rules has its cause and fix", () => {
    const table = (file: string, from: string, to: string) =>
      read(`docs/spec/${file}`).split(from)[1]?.split(to)[0] ?? "";
    const inRows = (text: string, column: number): string[] =>
      text
        .split("\n")
        .filter((line) => /^\| \d{3}|^\| \w+_/.test(line))
        .flatMap((line) =>
          [...(line.split("|")[column] ?? "").matchAll(/[a-z_]{4,}/g)].map(([code]) => code),
        );
    const channel = inRows(table("channel.md", "**CH-039**", "## 5."), 2).filter(
      (code) => code !== "above",
    );
    expect(channel.length).toBeGreaterThan(8);
    expect(Object.keys(errorTables["errors channel"]?.rows ?? {})).toEqual(
      expect.arrayContaining(channel),
    );
    const endpoint = inRows(table("channel.md", "**CH-082**", "**CH-083**"), 1);
    expect(endpoint.length).toBeGreaterThan(5);
    expect(Object.keys(errorTables["errors endpoint"]?.rows ?? {})).toEqual(
      expect.arrayContaining(endpoint),
    );
    expect(
      inRows(table("bot.md", "**BOT-081**", "**BOT-082**"), 2).filter(
        (code) => !(code in (errorTables["errors bot"]?.rows ?? {})),
      ),
    ).toEqual([]);
  });

  it("[BOT-081] bots are answered with the statuses of the rule", () => {
    const rule = read("docs/spec/bot.md").split("**BOT-081**")[1]?.split("**BOT-082**")[0] ?? "";
    const expectedStatuses: Record<string, string> = {};
    for (const [, statuses = "", code = ""] of rule.matchAll(/^\| (\d{3}[\d, ]*) \| (\w+) \|/gm))
      expectedStatuses[code] =
        expectedStatuses[code] === undefined ? statuses : `${expectedStatuses[code]}, ${statuses}`;
    const rows = Object.entries(errorTables["errors bot"]?.rows ?? {});
    expect(Object.fromEntries(rows.map(([code, [statuses]]) => [code, statuses]))).toEqual(
      expectedStatuses,
    );
  });

  it("[CLI-001] every sample stands on a page, and every link leads to a page", () => {
    const text = integratorPages.map((page) => read(getPageFile(page))).join("\n");
    const samples = listFiles("docs/integrate/samples", [".mjs", ".ts", ".py", ".php", ".sh"]).map(
      (file) => file.split("/").at(-1),
    );
    expect(samples.length).toBeGreaterThan(15);
    for (const sample of samples) expect(text).toContain(`samples/${sample}\``);
    for (const [, to] of text.matchAll(/\]\(([^)]+)\)/g)) {
      if (to?.startsWith("https://…")) continue;
      expect(integratorPages.map((page) => `${page}.md`)).toContain(to);
    }
  });
});
