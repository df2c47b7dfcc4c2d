import { expect, test } from "vitest";
import { runOldSystemKills } from "./old-system-kills-fixture.ts";

// The long test kills at all steps.
test("[MV-081] [MV-083] [P1] [P3] a kill loses no message to the old system and no answer of it, and stores none twice", async () => {
  expect(await runOldSystemKills(1)).toMatchObject({ wrong: [] });
});
