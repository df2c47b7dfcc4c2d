import { createHash } from "node:crypto";
import type { FastifyPluginAsync } from "fastify";
import { checkSignedTranscript } from "./check-transcript.ts";
import { deriveTranscriptKey } from "./sign.ts";

/** Creates the public page on which anybody checks a signed transcript (API-552). */
export function createVerifyPage(derive: (purpose: string) => Buffer): FastifyPluginAsync {
  const { html, policy } = renderVerifyPage(deriveTranscriptKey(derive).publicKey);
  return async (app) => {
    app.route({
      method: ["GET", "HEAD"],
      url: "/verify",
      handler: async (_request, reply) =>
        reply
          .header("content-type", "text/html; charset=utf-8")
          .header("content-security-policy", policy)
          .header("cache-control", "no-cache")
          .send(html),
    });
  };
}

/** Sentences of the page, by fault of the check. */
const faultTexts: Readonly<Record<string, string>> = {
  not_a_transcript: "This file is not a signed transcript.",
  line_unreadable: "A line cannot be read.",
  line_changed: "A line was changed, or a line before it is missing.",
  messages_missing: "Messages are missing.",
  signature_missing: "The end with the signature is missing.",
  signature_wrong: "The signature does not fit the text.",
  text_after_signature: "Text was added after the signature.",
};

const style =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem;color:#1b1f23;background:#fff}h1{font-size:1.4rem}dl{display:grid;grid-template-columns:auto 1fr;gap:.2rem 1rem}dt{color:#555}dd{margin:0;overflow-wrap:anywhere}#result{margin-top:1.5rem;padding:1rem;border-radius:8px;border:1px solid #777}#result[data-state=intact]{border-color:#1a7f37}#result[data-state=broken]{border-color:#b3261e}h2{margin:0 0 .5rem;font-size:1.1rem}@media(prefers-color-scheme:dark){body{background:#121518;color:#eceef0}dt{color:#b9bfc5}#result[data-state=intact]{border-color:#5bc27a}#result[data-state=broken]{border-color:#ff8a80}}";

/**
 * Runs in the browser. The file never leaves it. Texts of the file become text nodes only. Contains
 * no name of this module besides its parameters, because only its source is sent.
 */
function runPage(
  page: Document,
  check: typeof checkSignedTranscript,
  faults: Readonly<Record<string, string>>,
  ownKey: string,
): void {
  const input = page.querySelector("input");
  const result = page.querySelector<HTMLElement>("#result");
  if (input === null || result === null) return;
  const show = (state: string, title: string, facts: readonly (readonly [string, string])[]) => {
    const heading = page.createElement("h2");
    heading.textContent = title;
    const list = page.createElement("dl");
    for (const [name, value] of facts) {
      const term = page.createElement("dt");
      term.textContent = name;
      const description = page.createElement("dd");
      description.textContent = value;
      list.append(term, description);
    }
    result.dataset["state"] = state;
    result.replaceChildren(heading, list);
    result.hidden = false;
  };
  const checkFile = async (file: File): Promise<void> => {
    if (!isSecureContext)
      throw new Error("Open this page with https, or save it and open the copy.");
    const checked = await check(await file.text());
    if (!checked.isIntact) {
      show("broken", "Not proved", [
        ["Reason", faults[checked.reason] ?? checked.reason],
        ["Line", String(checked.line)],
      ]);
      return;
    }
    const { head, messages, signedAt, key } = checked;
    show("intact", "Complete and unchanged since it was signed", [
      ["Account", head.account],
      ["Chat", String(head.chat.number ?? head.chat.id)],
      ["Visitor", head.chat.visitor],
      ["Channel", head.chat.channel],
      ["Began", head.chat.created_at],
      ["Messages", String(messages)],
      ["Signed", signedAt],
      ["Key", key],
      [
        "Installation",
        key === ownKey ? "The key is that of this page." : "Another key than that of this page.",
      ],
    ]);
  };
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file !== undefined)
      checkFile(file).catch((error: unknown) =>
        show("broken", "Not checked", [["Reason", String(error)]]),
      );
  });
}

function renderVerifyPage(key: string): { readonly html: string; readonly policy: string } {
  const script = `(${runPage.toString()})(document, ${checkSignedTranscript.toString()}, ${JSON.stringify(faultTexts)}, ${JSON.stringify(key)});`;
  const hash = (text: string): string =>
    `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return {
    policy: `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Check a signed transcript</title>
<style>${style}</style></head><body><main>
<h1>Check a signed transcript</h1>
<p>Choose the file. It is checked in this browser and not sent anywhere. You can save this page and use it without a connection.</p>
<p><label>Signed transcript <input type="file" accept=".jsonl"></label></p>
<section id="result" role="status" hidden></section>
<p>Key of this installation: <code>${key}</code></p>
</main><script>${script}</script></body></html>
`,
  };
}
