import { ApiError } from "@parlour/client";
import type { Article } from "@parlour/protocol/api";
import { expect, test } from "vitest";
import { createManualClock } from "../../../../state/manual-clock.fixture.ts";
import { TextSaver, type LocalText } from "./text-saver.ts";

const createArticle = (more: Partial<Article> = {}): Article =>
  ({ id: 5, language: "en", title: "Oven", body: "Hot.", version: 3, ...more }) as Article;

interface SaverTest {
  stored?: Article;
  local?: LocalText;
}

/** A saver over a stored article, which another person can change. */
function startSaver({ stored = createArticle(), local }: SaverTest = {}) {
  const clock = createManualClock();
  const server = { article: stored, isReachable: true, writes: [] as object[] };
  const device = { text: local ?? null };
  const saver = new TextSaver({
    stored,
    local: device.text,
    clock,
    writeLocal: (text) => {
      device.text = text;
    },
    async store({ version, ...change }) {
      await Promise.resolve();
      if (!server.isReachable) throw new ApiError({ code: "network", status: 0, message: "" });
      if (version !== server.article.version)
        throw new ApiError({ code: "version_conflict", status: 409, message: "" });
      server.writes.push(change);
      server.article = { ...server.article, ...change, version: version + 1 };
      return server.article;
    },
    load: () => Promise.resolve(server.article),
  });
  return { saver, clock, server, device };
}

test("[ART-060] a text is stored some seconds after the last key, and each key is on the device before", async () => {
  const { saver, clock, server, device } = startSaver();
  saver.write({ body: "Hot" });
  await clock.advance(2_900);
  saver.write({ body: "Hot!" });
  expect(device.text).toEqual({ title: "Oven", body: "Hot!", version: 3 });
  await clock.advance(2_900);
  expect(server.writes).toEqual([]);
  await clock.advance(200);
  await expect.poll(() => saver.get().status).toBe("saved");
  expect(server.writes).toEqual([{ title: "Oven", body: "Hot!" }]);
  expect([device.text, saver.get().version]).toEqual([null, 4]);
  expect(await saver.save("published")).toBe(true);
  expect(server.writes.at(-1)).toEqual({ state: "published" });
});

test("[ART-060] keys while a text is being stored are stored next", async () => {
  const { saver, clock, server, device } = startSaver();
  saver.write({ body: "one" });
  const first = saver.save();
  await Promise.resolve();
  saver.write({ body: "one two" });
  expect(await first).toBe(true);
  expect(saver.get().status).toBe("waiting");
  expect(device.text).toMatchObject({ body: "one two", version: 4 });
  await clock.advance(3_000);
  await expect.poll(() => server.writes).toMatchObject([{ body: "one" }, { body: "one two" }]);
});

test("[ART-061] a newer version of somebody else is not overwritten, and neither text is lost", async () => {
  const { saver, server, device } = startSaver();
  server.article = createArticle({ body: "Theirs.", version: 4 });
  saver.write({ body: "Mine." });
  expect(await saver.save()).toBe(false);
  expect(saver.get()).toMatchObject({ status: "conflict", text: { body: "Mine." } });
  expect(saver.get().newer?.body).toBe("Theirs.");
  expect(await saver.save("published")).toBe(false);
  expect(server.article.body).toBe("Theirs.");
  expect(device.text?.body).toBe("Mine.");
  expect(await saver.storeMine()).toBe(true);
  expect(server.article).toMatchObject({ body: "Mine.", version: 5 });
});

test("[ART-061] a text without changes follows the stored one; with changes it waits for a decision", () => {
  const { saver } = startSaver();
  saver.receive(createArticle({ body: "Theirs.", version: 4 }));
  expect(saver.get()).toMatchObject({ text: { body: "Theirs." }, version: 4, revision: 1 });
  saver.write({ body: "Mine." });
  saver.receive(createArticle({ body: "Again.", version: 5 }));
  expect(saver.get()).toMatchObject({ status: "conflict", text: { body: "Mine." } });
  saver.takeTheirs();
  expect(saver.get()).toMatchObject({ status: "saved", text: { body: "Again." }, version: 5 });
});

test("[ART-060] a text on this device comes back after a reload", async () => {
  const local = { title: "Oven", body: "Typed before the crash.", version: 3 };
  const { saver, server, clock } = startSaver({ local });
  expect(saver.get()).toMatchObject({ status: "waiting", text: { body: local.body } });
  await clock.advance(3_000);
  await expect.poll(() => server.article.body).toBe(local.body);
  const stale = startSaver({ local, stored: createArticle({ body: "Newer.", version: 4 }) });
  expect(stale.saver.get()).toMatchObject({ status: "conflict", text: { body: local.body } });
});

test("[ART-060] without a connection the text stays on the device and is stored later", async () => {
  const { saver, server, device } = startSaver();
  server.isReachable = false;
  saver.write({ body: "Offline." });
  expect(await saver.save()).toBe(false);
  expect([saver.get().status, device.text?.body]).toEqual(["offline", "Offline."]);
  server.isReachable = true;
  expect(await saver.save()).toBe(true);
  expect(server.article.body).toBe("Offline.");
});
