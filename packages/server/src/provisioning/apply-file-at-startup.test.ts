import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createLog } from "../log.ts";
import { readFileAtStartup } from "./apply-file-at-startup.ts";

const widget = (more: string): string =>
  `version: 1\naccount: { name: Acme }\noperators: [{ email: ann@example.test, name: Ann, role: owner }]\nchannels:\n  - { kind: widget, name: Site, origins: ["https://shop.example.test"], ${more} }\n`;
const identitySecret = "i".repeat(40);

it.each([
  ["a secret, the group may read it", `identity_secret: ${identitySecret}`, 0o640, true],
  ["a secret, everybody may read it", `"identity_secret": ${identitySecret}`, 0o604, true],
  ["a secret, its owner alone reads it", `identity_secret: ${identitySecret}`, 0o600, false],
  ["the name of a variable, everybody may read it", "identity_secret_env: SITE", 0o644, false],
])("[CFG-026] a file with %s", async (_, more, mode, isWarned) => {
  const folder = mkdtempSync(join(tmpdir(), "parlour-file-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "parlour.yaml");
  writeFileSync(file, widget(more));
  chmodSync(file, mode);
  let output = "";
  const log = createLog({
    level: "warn",
    format: "json",
    out: { write: (line) => (output += line) },
  });
  await readFileAtStartup(
    file,
    { SITE: identitySecret },
    { read: (path) => readFile(path, "utf8"), log },
  );
  expect(output.includes(`chmod 600 ${file}`)).toBe(isWarned);
  expect(output).not.toContain(identitySecret);
});
