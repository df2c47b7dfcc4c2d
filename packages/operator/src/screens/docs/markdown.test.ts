import { defaultWidgetSettings } from "@parlour/protocol/settings/widget-settings";
import { describe, expect, it } from "vitest";
import { parseMarkdown, lineText, type MarkdownBlock, type InlineContent } from "./markdown.ts";
import { fillPlaceholders, botValues, channelValues, widgetValues } from "./account-values.ts";

const files = import.meta.glob<string>("../../../../../docs/integrate/*.md", { query: "?raw", import: "default", eager: true });

/** Returns the prose of a line, without its code, which may contain anything. */
const proseText = (line: InlineContent): string => lineText(line.filter((part) => part.kind !== "code"));
const blockTexts = (block: MarkdownBlock): string[] => {
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return [proseText(block.line)];
    case "list":
      return block.items.map(proseText);
    case "table":
      return [...block.head, ...block.rows.flat()].map(proseText);
    case "code":
      return [];
  }
};

describe("pages for integrators in the application", () => {
  it("[CORE-126] every page is understood whole: no mark is left over as text", () => {
    expect(Object.keys(files).length).toBeGreaterThan(10);
    for (const [file, source] of Object.entries(files)) {
      const blocks = parseMarkdown(source);
      expect(blocks[0]).toMatchObject({ kind: "heading", level: 1 });
      for (const text of blocks.flatMap(blockTexts)) expect(text, file).not.toMatch(/<!--|```|^\||^#|\]\(|\*\*/);
      for (const block of blocks)
        if (block.kind === "table") for (const row of block.rows) expect(row, `${file}: ${row.map(lineText).join(" | ")}`).toHaveLength(block.head.length);
    }
  });

  it("[CORE-126] text that looks like markup stays text", () => {
    expect(parseMarkdown("a <b>b</b> `<i>` [x](y.md) \\| **c**")).toEqual([
      {
        kind: "paragraph",
        line: [
          { kind: "text", text: "a <b>b</b> " },
          { kind: "code", text: "<i>" },
          { kind: "text", text: " " },
          { kind: "link", text: "x", to: "y.md" },
          { kind: "text", text: " \\| " },
          { kind: "strong", text: "c" },
        ],
      },
    ]);
    expect(parseMarkdown("| a | b |\n|---|---|\n| `x \\| y` |  |")).toEqual([
      {
        kind: "table",
        head: [[{ kind: "text", text: "a" }], [{ kind: "text", text: "b" }]],
        rows: [[[{ kind: "code", text: "x | y" }], []]],
      },
    ]);
  });

  it("[CH-002] the pages are filled with the account's own ids, and what is not known keeps its name", () => {
    const channel = { id: 1, name: "Shop", public_id: "Qm4nZ8sT1k", inbound_url: "https://chat.example/channel/r/Qm4nZ8sT1k", endpoint_url: "https://x.example" };
    const { values } = channelValues(channel);
    expect(fillPlaceholders("GET {webhook_base_url}/<random_string>/<CHANNEL_PUBLIC_ID>/status", values)).toBe("GET https://chat.example/channel/r/Qm4nZ8sT1k/status");
    expect(fillPlaceholders("<endpoint URL>/<CHANNEL_PUBLIC_ID> <token>", values)).toBe("https://x.example/Qm4nZ8sT1k <token>");
    // Operators without permission to manage channels have no value for the address, so the
    // placeholder stays.
    expect(fillPlaceholders("{webhook_base_url}/<random_string>/<CHANNEL_PUBLIC_ID>", channelValues({ ...channel, inbound_url: null }).values)).toBe(
      "{webhook_base_url}/<random_string>/Qm4nZ8sT1k",
    );
    const bot = botValues({ id: 2, name: "B", provider: { id: "p1", name: "P", state: "active" }, address: "https://c/bot/webhooks/p1/t", address_with_authorization: null, endpoint_url: "" });
    expect(fillPlaceholders("{bot_base_url}/webhooks/<provider_id>/<token>, {bot_base_url}/providers/<provider_id>/<token>", bot.values)).toBe(
      "https://c/bot/webhooks/p1/t, {bot_base_url}/providers/p1/<token>",
    );
    const widget = { id: 3, name: "W", public_id: "WiDgEt1234", snippet: '<script src="https://c/widget/WiDgEt1234.js" async></script>' };
    const acme = widgetValues({ ...widget, widget: { ...defaultWidgetSettings, prefixes: ["acme", "widget"] } });
    expect(fillPlaceholders("Lk29fQw7Za: widget_api.open(), widget_onOpen, widget_init()", acme.values)).toBe("WiDgEt1234: acme_api.open(), acme_onOpen, acme_init()");
    expect(fillPlaceholders("widget_api", widgetValues(widget).values)).toBe("widget_api");
    for (const key of [...Object.keys(values), ...Object.keys(bot.values), ...Object.keys(acme.values)].filter((one) => one !== "<URL>"))
      expect(Object.values(files).some((text) => text.includes(key)), key).toBe(true);
  });
});
