import { createHash } from "node:crypto";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchFile, listFileNames, toServerUrl, listFilePaths, upload } from "./files-fixture.ts";

/** Tests files that a killed process left, and how the sweep handles them (F29, CORE-060). */
let parlour: TestParlour;
let integrator: FakeIntegrator;
const hourMs = 3_600_000;
beforeAll(async () => {
  [parlour, integrator] = await Promise.all([startTestParlour(), startIntegrator()]);
});
afterAll(async () => {
  await parlour.close();
  await integrator.close();
});

const listStoredFiles = (): Promise<readonly string[]> =>
  listFileNames(join(parlour.dataDir, "files"));
const readFileState = async (id: number): Promise<string | undefined> =>
  (await parlour.sql<{ state: string }>("select state from file where id = $1", [id]))[0]?.state;
async function waitUntilSwept(id: number): Promise<void> {
  const next = async (): Promise<string | undefined> => {
    await parlour.clock.advance(10 * 60_000);
    return readFileState(id);
  };
  await expect.poll(next).toBeUndefined();
}

describe("what a crash leaves", () => {
  it("[API-071] an upload that was acknowledged is there after the process was started again", async () => {
    const bytes = Buffer.from("kept over a restart");
    const { body } = await upload(parlour.owner.call, { name: "kept.txt", bytes });
    await parlour.restart();
    const served = await fetchFile(toServerUrl(parlour, body.url));
    expect(createHash("sha256").update(served.bytes).digest()).toEqual(
      createHash("sha256").update(bytes).digest(),
    );
  });

  it("[API-071] a row whose bytes were never all stored cannot be found, and goes with what there is of them", async () => {
    const { body } = await upload(parlour.owner.call, { name: "half.txt", bytes: "half" });
    await parlour.sql("update file set state = 'storing' where id = $1", [body.id]);
    // The process was killed while the files still had their temporary names.
    const token = new URL(body.url).pathname.split("/")[2] ?? "";
    const [storedPath] = await listFilePaths(join(parlour.dataDir, "files"), token);
    for (const name of [`${storedPath}.part`, `${storedPath}.thumb.part`])
      await writeFile(name, "half");
    expect((await fetchFile(toServerUrl(parlour, body.url))).status).toBe(404);
    expect((await parlour.owner.call("GET", `uploads/${body.id}`)).status).toBe(404);
    await parlour.clock.advance(hourMs);
    await waitUntilSwept(body.id);
    expect((await listStoredFiles()).filter((name) => name.startsWith(token))).toEqual([]);
  });

  it("[API-071] a row whose bytes the sweep had begun to remove goes with the next one", async () => {
    const { body } = await upload(parlour.owner.call, { name: "gone.txt", bytes: "gone" });
    await parlour.sql("update file set state = 'gone' where id = $1", [body.id]);
    await waitUntilSwept(body.id);
    expect((await listStoredFiles()).join()).not.toContain(
      new URL(body.url).pathname.split("/")[2],
    );
  });

  it("[API-071] [CORE-115] files of a store that is named no more stand in no other's way", async () => {
    const { body } = await upload(parlour.owner.call, { name: "ours.txt", bytes: "ours" });
    await parlour.sql("update file set state = 'gone' where id = $1", [body.id]);
    await parlour.sql(
      `insert into file (account_id, token, name, type, size, sha256, storage, author_kind, author_id, state, created_at)
       select account_id, 'away' || n, name, type, size, sha256, 's3', author_kind, author_id, 'gone', to_timestamp(n)
       from file, generate_series(1, 500) n where id = $1`,
      [body.id],
    );
    await waitUntilSwept(body.id);
    const remaining = await parlour.sql<{ n: string }>(
      "select count(*) as n from file where storage = 's3' and state = 'gone'",
    );
    expect(remaining[0]?.n).toBe("500");
  });

  it("[API-071] [F29] an upload given to a chat whose message was never written goes; one whose message was written stays", async () => {
    const channel = await parlour.channel(integrator.url);
    await parlour.sendCustomerMessage(channel, "one", "Hello");
    const { id: chat } = await parlour.findChat("one");
    const { call } = parlour.owner;
    const { body: lostUpload } = await upload(call, { name: "lost.txt", bytes: "lost" });
    const { body: sent } = await upload(call, { name: "sent.txt", bytes: "sent" });
    await parlour.sql("update file set chat_id = $2, claimed_at = created_at where id = $1", [
      lostUpload.id,
      chat,
    ]);
    expect(
      (
        await call("POST", `chats/${chat}/messages`, {
          kind: "file",
          upload_id: sent.id,
          client_id: "sent",
        })
      ).status,
    ).toBe(201);
    await parlour.clock.advance(25 * hourMs);
    await waitUntilSwept(lostUpload.id);
    expect((await fetchFile(toServerUrl(parlour, lostUpload.url))).status).toBe(404);
    expect((await fetchFile(toServerUrl(parlour, sent.url))).bytes.toString()).toBe("sent");
  });

  it("[ART-018] [F29] an upload that an article names stays, one that nothing names goes", async () => {
    const { call } = parlour.owner;
    const { body: picture } = await upload(call, { name: "oven.txt", bytes: "oven" });
    const { body: unused } = await upload(call, { name: "unused.txt", bytes: "unused" });
    const section = await call("POST", "article-sections", { name: "Care" });
    const article = await call("POST", "articles", {
      section_id: (section.body as { id: number }).id,
      language: "en",
      title: "Oven",
      body: `![The oven](${picture.url})`,
    });
    expect(article.status).toBe(201);
    await parlour.clock.advance(25 * hourMs);
    await waitUntilSwept(unused.id);
    expect((await fetchFile(toServerUrl(parlour, picture.url))).bytes.toString()).toBe("oven");
  });

  it("[API-071] what was under way when the process died is gone an hour later", async () => {
    const folder = join(parlour.dataDir, "files", "incoming");
    await mkdir(folder, { recursive: true });
    const old = new Date(parlour.clock.now() - 2 * hourMs);
    for (const name of ["old", "old.thumb", "young"]) await writeFile(join(folder, name), "x");
    for (const name of ["old", "old.thumb"]) await utimes(join(folder, name), old, old);
    const next = async (): Promise<readonly string[]> => {
      await parlour.clock.advance(10 * 60_000);
      return listFileNames(folder);
    };
    await expect.poll(next).toEqual(["young"]);
  });
});
