import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const module = fileURLToPath(new URL("../database.ts", import.meta.url));
const program = `
  const { startTestDatabaseServer } = await import(${JSON.stringify(module)});
  const server = await startTestDatabaseServer();
  console.log(new URL(server.url).searchParams.get("host"));
`;

it("the database server of a killed run ends, and its files are removed", async () => {
  const home = mkdtempSync(join(tmpdir(), "parlour-killed-"));
  chmodSync(home, 0o711);
  try {
    const run = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, DATABASE_URL: "", TMPDIR: home },
    });
    const [line] = (await once(run.stdout, "data")) as [Buffer];
    const socket = join(line.toString().trim(), ".s.PGSQL.5432");
    const folders = (): string[] =>
      readdirSync(home).filter((name) => name.startsWith("parlour-test-"));
    expect([existsSync(socket), folders().length]).toEqual([true, 1]);
    run.kill("SIGKILL");
    await expect.poll(() => [existsSync(socket), folders().length]).toEqual([false, 0]);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
