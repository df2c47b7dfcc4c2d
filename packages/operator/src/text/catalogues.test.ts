import { describe, expect, it, vi } from "vitest";
import * as connectorScreens from "../screens/settings/connectors/kinds/index.ts";
import { kindScreens } from "../screens/settings/audit/kind-screens.ts";
import { singleScreens } from "../screens/settings/audit/single-screens.ts";
import { compileText } from "./compile.ts";
import { i18n, type Locale } from "./index.ts";

interface Catalogue {
  readonly en: Readonly<Record<string, string>>;
  readonly ru: Readonly<Record<string, string>>;
}
const load = vi.spyOn(i18n, "load");
// With the query, a catalogue is loaded anew, also if another test file has loaded it before.
const catalogueModules = import.meta.glob("../**/{text,*-text}.ts", { query: "?catalogue" });
await Promise.all(Object.values(catalogueModules).map((read) => read()));
const listTexts = (locale: Locale): readonly Catalogue[Locale][] =>
  load.mock.calls.flatMap(([language, texts]) =>
    language === locale ? [texts as Catalogue[Locale]] : [],
  );
const [english, russian] = [listTexts("en"), listTexts("ru")];
load.mockRestore();
const catalogues: readonly Catalogue[] = english.map((en, n) => ({ en, ru: russian[n] ?? {} }));

const files = import.meta.glob<string>("../**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const sources = Object.entries(files).filter(([file]) => !/\.test\.tsx?$/.test(file));
const isCatalogue = (file: string) => /[/-]text\.ts$/.test(file);

describe("catalogues", () => {
  it("[CORE-052] an id stands for one text wherever it is defined: all catalogues share one table", () => {
    const firstTexts = new Map<string, string>();
    const twice: string[] = [];
    for (const { en, ru } of catalogues)
      for (const [language, texts] of Object.entries({ en, ru }))
        for (const [id, text] of Object.entries(texts)) {
          const firstText = firstTexts.get(`${language} ${id}`);
          if (firstText !== undefined && firstText !== text)
            twice.push(`${language} ${id}: “${firstText}” and “${text}”`);
          firstTexts.set(`${language} ${id}`, text);
        }
    expect(twice).toEqual([]);
    expect(firstTexts.size).toBeGreaterThan(500);
  });

  it("[CORE-052] every language has the same ids", () => {
    const missing = catalogues.flatMap(({ en, ru }) => [
      ...Object.keys(en).filter((id) => !(id in ru)),
      ...Object.keys(ru).filter((id) => !(id in en)),
    ]);
    expect(missing).toEqual([]);
  });

  it("[CORE-052] no text quotes a brace: the compiler reads no quotes", () => {
    const texts = catalogues.flatMap(({ en, ru }) => [...Object.values(en), ...Object.values(ru)]);
    expect(texts.filter((text) => /'[{}]/.test(text))).toEqual([]);
  });

  it("[CORE-052] every text can be compiled, which happens when it is shown", () => {
    const texts = catalogues.flatMap(({ en, ru }) => [...Object.values(en), ...Object.values(ru)]);
    expect(
      texts.filter((text) => {
        try {
          compileText(text);
          return false;
        } catch {
          return true;
        }
      }),
    ).toEqual([]);
  });

  it("[CORE-052] a message by email is an email, never a mail or an e-mail", () => {
    const texts = catalogues.flatMap(({ en }) => Object.values(en));
    expect(
      texts.filter((text) =>
        /\be-mail|\bmails?\b(?! server)/iu.test(text.replaceAll(/\{\w+\}/g, "")),
      ),
    ).toEqual([]);
  });

  it("[CORE-052] every id is used", () => {
    const code = sources
      .filter(([file]) => !isCatalogue(file))
      .map(([, text]) => text)
      .join("\n");
    const literal = new Set([...code.matchAll(/"([a-z0-9_.]+)"/gi)].map((match) => match[1]));
    // A template such as `order.${order}` covers every id of that shape.
    const shapes = [...code.matchAll(/`([a-z0-9_.]*\$\{[^`]*)`/gi)].map((match) =>
      toPattern(match[1] ?? ""),
    );
    // The pages of a kind of settings derive the ids from its prefix, sections and fields.
    const forms = [
      ...[...kindScreens, ...singleScreens].map(({ prefix, kind, unsent = {} }) => ({
        prefix,
        fields: Object.keys({ ...kind.fields, ...unsent }),
      })),
      ...Object.values(connectorScreens),
    ];
    for (const { prefix, fields } of forms)
      for (const name of fields)
        shapes.push(toPattern(`${prefix}.${name}`), toPattern(`${prefix}.${name}.\${}`));
    const screens = sources.filter(([, text]) => /(?:kind|single)Screen</.test(text));
    for (const [, text] of screens) {
      const prefix = /prefix: "(\w+)"/.exec(text)?.[1] ?? "";
      for (const [, name = ""] of text.matchAll(/"(\w+)"/g))
        shapes.push(toPattern(`${prefix}.${name}`), toPattern(`${prefix}.${name}.\${}`));
      for (const name of kindTexts) literal.add(`${prefix}.${name}`);
    }
    const ids = catalogues.flatMap(({ en }) => Object.keys(en));
    expect(ids.filter((id) => !literal.has(id) && !shapes.some((shape) => shape.test(id)))).toEqual(
      [],
    );
  });
});

/** Texts of every kind (`KindTextId`). */
const kindTexts =
  `title list add edit empty empty.text new create delete delete.text remove removed saved
  turnon turnoff turnedon turnedoff`.split(/\s+/);

/**
 * Converts a template text to a pattern in which each placeholder matches any part of an id. A
 * template without a fixed part matches nothing.
 */
function toPattern(template: string): RegExp {
  const pattern = template.replace(/\$\{[^}]*\}/g, "*").replace(/[.+?^$()[\]\\|{}]/g, "\\$&");
  return /[a-z]{2}/.test(pattern)
    ? new RegExp(`^${pattern.replaceAll("*", "[a-z0-9_. -]+")}$`)
    : /^$/;
}
