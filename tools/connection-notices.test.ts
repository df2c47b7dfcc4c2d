import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { ConnectionNotice } from "../packages/server/src/core/channel/connection-notice.ts";
import { root } from "./source.ts";

/**
 * Sentences about the connection of a channel are built by its connector in English, and shown by
 * the operator application in the operator's language (CON-040). Both must have the same.
 */
const edges = join(root, "packages/server/src/edges");
const screens = join(root, "packages/operator/src/screens/settings/connectors/kinds");
const connectors = readdirSync(edges).filter((kind) => existsSync(join(edges, kind, "notices.ts")));

it.each(connectors)(
  "[CON-040] [CON-041] every sentence about a connection of %s is in the application, with its values",
  async (kind) => {
    const file = join(edges, kind, "notices.ts");
    const { getNotice } = (await import(file)) as {
      getNotice: (code: string) => ConnectionNotice;
    };
    const sentences = new Map(
      findAll(file, /^ {2}(\w+):/gm).map(([, code = ""]) => [
        code,
        listValues(getNotice(code).message),
      ]),
    );
    // Sign-ins to mailboxes are a part of `mail`, because routes of the service API end them.
    if (kind === "mail") {
      const signIns = join(root, "packages/server/src/mail/oauth/notices.ts");
      const { getOAuthNotice } = await import("../packages/server/src/mail/oauth/notices.ts");
      for (const [, code = ""] of findAll(signIns, /^ {2}(oauth_\w+):/gm))
        sentences.set(
          code,
          listValues(getOAuthNotice(code as Parameters<typeof getOAuthNotice>[0]).message),
        );
    }
    expect(sentences.size).toBeGreaterThan(5);
    const shown = new Map(
      findAll(
        join(screens, kind, "text.ts"),
        new RegExp(`"${kind}\\.notice\\.([\\w.]+)":\\s*"([^"]*)"`, "g"),
      ).map(([, code = "", text = ""]) => [code, listValues(text)]),
    );
    // Those about the outgoing server have the codes of its steps (mail/smtp.ts).
    const outgoing = findAll(
      join(root, "packages/server/src/mail/smtp.ts"),
      /type MailStep =[^;]+/g,
    )
      .flatMap(([steps]) => [...steps.matchAll(/"(\w+)"/g)])
      .map(([, step = ""]) => `smtp.${step}`);
    const others = [...shown.keys()].filter((code) => code.startsWith("smtp."));
    expect(others.toSorted()).toEqual(kind === "mail" ? outgoing.toSorted() : []);
    for (const code of others) shown.delete(code);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(sentences));
  },
);

const findAll = (file: string, pattern: RegExp): readonly RegExpExecArray[] => [
  ...readFileSync(file, "utf8").matchAll(pattern),
];
/** Returns the names of the values in a text. */
const listValues = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name))].toSorted();
