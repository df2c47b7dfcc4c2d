import { expect, test } from "vitest";
import { runOldSystemKills } from "./old-system-kills-fixture.ts";

const kills = Number(process.env["KILL_CYCLES"] ?? 20);

test(
  `[MV-081] [MV-083] [P1] [P3] [P5] ${kills} kills: the old system and the customers get everything, in order, under one id`,
  async () => {
    const { wrong, messages, answers, repeated } = await runOldSystemKills(kills);
    console.log(`${kills} kills: ${messages} messages, ${answers} answers, ${repeated} repeated`);
    expect(wrong).toEqual([]);
    expect(repeated).toBeLessThanOrEqual(kills * 4);
    expect(messages).toBeGreaterThan(kills * 8);
  },
  120_000 + kills * 20_000,
);
