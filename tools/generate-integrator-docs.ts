import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSampleEvent, webhookEvents } from "../packages/protocol/src/webhook/index.ts";
import { renderErrors } from "./integrator-docs/errors.ts";
import { renderFields } from "./integrator-docs/fields.ts";
import { renderTools } from "./integrator-docs/tools.ts";
import { readCells, type WrittenCells } from "./integrator-docs/table.ts";
import { read, root } from "./source.ts";

/**
 * The pages for integrators. Text is written by hand. The part between `<!-- x -->` and `<!-- /x
 * -->` is generated from the code. Tables of fields and codes keep the texts of their rows.
 */
export const integratorPages = [
  "README",
  "channel",
  "bot",
  "webhook",
  "widget",
  "script",
  "frameworks",
  "wordpress",
  "tag-manager",
  "html",
  "shopify",
  "tilda",
  "joomla",
  "opencart",
  "nextjs",
  "nuxt",
  "astro",
  "squarespace",
  "webflow",
  "chat-page",
  "web-views",
  "calls",
  "events",
  "sdk-typescript",
  "sdk-python",
  "mcp",
  "n8n",
  "signatures",
  "errors",
  "silent",
  "move-in",
] as const;
export const getPageFile = (page: string): string => `docs/integrate/${page}.md`;

const partRenderers: Readonly<Record<string, (name: string, written: WrittenCells) => string>> = {
  fields: renderFields,
  errors: renderErrors,
  sample: renderSample,
  event: renderEvent,
  tools: renderTools,
};

/**
 * Returns the page with all parts generated again. Throws for an unknown part. New fields and codes
 * have empty texts.
 */
export function renderPage(page: string): string {
  return read(getPageFile(page)).replace(
    /<!-- (\w+)((?: [^>]+?)?) -->\n([\s\S]*?)<!-- \/\1 -->/g,
    (_all, kind: string, name: string, text: string) => {
      const part = partRenderers[kind];
      if (part === undefined) throw new Error(`${page}: there is no part "${kind}"`);
      return `<!-- ${kind}${name} -->\n${part(name.trim(), readCells(text))}\n<!-- /${kind} -->`;
    },
  );
}

const languages: Readonly<Record<string, string>> = {
  mjs: "js",
  ts: "ts",
  py: "python",
  php: "php",
  sh: "sh",
};
function renderSample(file: string): string {
  const language = languages[file.split(".").at(-1) ?? ""] ?? "";
  return `\`samples/${file}\`\n\n\`\`\`${language}\n${read(`docs/integrate/samples/${file}`).trimEnd()}\n\`\`\``;
}

const commonEventFields: ReadonlySet<string> = new Set([
  "widget_id",
  "visitor",
  "session",
  "page",
  "event_timestamp",
]);
/** Renders the fields of a test event (WH-070) that are not in every event. */
function renderEvent(name: string): string {
  const event = webhookEvents.find((candidate) => candidate === name);
  if (event === undefined) throw new Error(`no sample of the event "${name}"`);
  const fields = Object.fromEntries(
    Object.entries(createSampleEvent(event, 1_763_620_800)).filter(
      ([key]) => !commonEventFields.has(key),
    ),
  );
  return `\`\`\`json\n${JSON.stringify(fields, null, 2)}\n\`\`\``;
}

// `npm run x -- node tools/generate-integrator-docs.ts` writes them. A test compares them.
if (import.meta.main)
  for (const page of integratorPages)
    writeFileSync(join(root, getPageFile(page)), renderPage(page));
