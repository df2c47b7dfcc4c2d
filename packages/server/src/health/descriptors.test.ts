import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { ManualClock } from "../clock.ts";
import { createDescriptorCheck } from "./descriptors.ts";

describe("descriptors for new connections", () => {
  const createFixture = () => {
    const clock = new ManualClock();
    const lines: string[] = [];
    const log = { error: (_fields: object, message: string) => void lines.push(message) };
    return { clock, lines, check: createDescriptorCheck({ clock, log, folder: tmpdir() }) };
  };
  const createError = (code: string) => Object.assign(new Error(`accept ${code}`), { code });

  it("[F09] [CFG-016] a failed accept counts for 5 s, with the advice, and many of them are one line in the log", async () => {
    const { clock, lines, check } = createFixture();
    expect((await check.check()).state).toBe("good");
    for (let n = 0; n < 100; n++) check.acceptFailed(createError("EMFILE"));
    expect(await check.check()).toMatchObject({
      state: "fault",
      message: "no file descriptors left for new connections",
      advice: "raise the open file limit (ulimit -n)",
    });
    await clock.advance(4_999);
    expect((await check.check()).state).toBe("fault");
    await clock.advance(1);
    expect((await check.check()).state).toBe("good");
    expect(lines).toEqual(["http.accept_failed"]);
    check.acceptFailed(createError("ENFILE"));
    expect(lines).toHaveLength(2);
  });

  it("[CFG-016] another fault of an accept is in the log alone", async () => {
    const { lines, check } = createFixture();
    check.acceptFailed(createError("ENOBUFS"));
    expect([lines, (await check.check()).state]).toEqual([["http.accept_failed"], "good"]);
  });
});
