import type { TestOperator } from "@parlour/testkit";
import type { Channel } from "@parlour/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openInboxFixture, waitUntilLive, type InboxFixture } from "./inbox-fixture.ts";
import { isLongRun } from "./screen-check.ts";
import { createSampleChats, type SampleChats } from "./sample-chats.ts";
import { fillInstallation, type FilledInstallation } from "./screens-with-data.ts";
import { pressAll, probeRights } from "./press-all.ts";

/** Presses every control that the screens offer to each role (CORE-147). */

let fixture: InboxFixture;
let sampleChats: SampleChats;
/** Every list with rows, for the screens of a long run. */
let installation: FilledInstallation | null = null;
beforeAll(async () => {
  fixture = await openInboxFixture();
  const { owner } = fixture.parlour;
  if (!isLongRun) {
    sampleChats = await createSampleChats(fixture, owner);
    return;
  }
  installation = await fillInstallation(fixture);
  ({ sampleChats } = installation);
  // Ivan also answers chats of the site, so that the screens offer calls, visitors and offline
  // messages to an operator.
  const channels = ((await owner.call("GET", "channels")).body as { items: Channel[] }).items;
  for (const { id, kind } of channels) {
    if (kind !== "widget") continue;
    expect(
      (
        await owner.call("PATCH", `channels/${id}`, {
          operators: [owner.id, sampleChats.ivan.id],
        })
      ).status,
    ).toBe(200);
  }
});
afterAll(async () => {
  await installation?.close();
  await fixture.close();
});

/**
 * The walks of roles that may do most have parts, so that a test takes a fraction of its time even
 * on a machine under load.
 */
const partCount = 6;
const parts = Array.from({ length: partCount }, (_, part) => part);
/** Keys of the inbox that act on the open chat. */
const chatKeys = ["a", "r", "n", "u", "t", "i", "b", "e"];
/**
 * Presses what the screens offer to an operator. A short run takes one waiting chat, which also has
 * the list and the visitor details. A long run walks through all screens, and chats in every state.
 * `part`: only every sixth screen, from this one on.
 */
async function pressAllScreens(
  role: "operator" | "viewer" | "developer" | "admin",
  operator: TestOperator,
  part: number | null = null,
): Promise<{ pressed: number; refused: string[] }> {
  const operatorPage = await fixture.openOperatorPage(operator, { cuts: true });
  const { page } = operatorPage;
  const refused: string[] = [];
  const refusedRequests = await probeRights(page);
  const chats = (role === "operator" ? ["nadia", ...(isLongRun ? ["marie", "tom"] : [])] : []).map(
    (customer) => ({
      name: `chat of ${customer}`,
      path: `/inbox/all/${sampleChats.chatId(customer)}`,
    }),
  );
  let pressed = 0;
  const screens = [...(installation?.screens ?? []), ...chats].filter(
    (_, index) => part === null || index % partCount === part,
  );
  for (const { name, path } of screens) {
    await page.goto(`${fixture.url}${path}`);
    await waitUntilLive(page);
    // A screen that the role does not open has only a link to the inbox.
    if ((await page.getByText("Your role does not allow this.").count()) > 0) continue;
    refusedRequests.length = 0;
    const names = await pressAll(
      page,
      `${fixture.url}${path}`,
      () => waitUntilLive(page),
      path.startsWith("/inbox/") ? chatKeys : [],
    );
    pressed += names.length;
    refused.push(
      ...new Set(
        refusedRequests.map(
          (request) => `${name}: ${request}, after ${names.at(-1) ?? "the load"}`,
        ),
      ),
    );
  }
  await operatorPage.context.close();
  return { pressed, refused };
}

test("[CORE-147] nothing that is offered to an operator is refused for lack of a right", async () => {
  const { pressed, refused } = await pressAllScreens("operator", sampleChats.ivan);
  expect(refused).toEqual([]);
  expect(pressed).toBeGreaterThan(isLongRun ? 40 : 20);
});
test.runIf(isLongRun)(
  "[CORE-147] nothing that is offered to a viewer is refused for lack of a right",
  async () => {
    const { pressed, refused } = await pressAllScreens("viewer", sampleChats.viewer);
    expect(refused).toEqual([]);
    expect(pressed).toBeGreaterThan(10);
  },
);
test.runIf(isLongRun).each(parts)(
  "[CORE-147] nothing that is offered to a developer is refused for lack of a right, part %i",
  async (part) => {
    const operator = await fixture.parlour.operator("developer", "Dora Loper");
    const { pressed, refused } = await pressAllScreens("developer", operator, part);
    expect(refused).toEqual([]);
    expect(pressed).toBeGreaterThan(0);
  },
);
test.runIf(isLongRun).each(parts)(
  "[CORE-147] nothing that is offered to an administrator is refused for lack of a right, part %i",
  async (part) => {
    const operator = await fixture.parlour.operator("admin", "Ada Min");
    const { pressed, refused } = await pressAllScreens("admin", operator, part);
    expect(refused).toEqual([]);
    expect(pressed).toBeGreaterThan(0);
  },
);
