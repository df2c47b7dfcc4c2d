import { startIntegrator, type FakeIntegrator } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiObjects } from "./api-objects-fixture.ts";
import { openWidgetFixture, type WidgetFixture } from "./widget-fixture.ts";

/** Words in a field that no list names, as a newer version may have stored it. */
const words = "unclassified words";
let fixture: WidgetFixture;
let integrator: FakeIntegrator;
let paths: readonly string[];

beforeAll(async () => {
  integrator = await startIntegrator();
  fixture = await openWidgetFixture();
  const { parlour } = fixture;
  const ids = await createApiObjects(fixture, integrator);
  await parlour.settle();
  // Each entity has `created_at`, also inside another one.
  for (const table of ["visitor", "chat", "record", "journal"])
    await parlour.sql(
      `update ${table} set body = replace(body, '"created_at":', '"unclassified":"${words}","created_at":')`,
    );
  paths = [
    "chats",
    `chats/${ids["chats"]}`,
    `chats/${ids["chats"]}/messages`,
    "visitors",
    `visitors/${ids["visitors"]}`,
    "calls",
    "offline-messages",
    `offline-messages/${ids["offline-messages"]}`,
  ];
});
afterAll(async () => {
  await fixture.close();
  await integrator.close();
});

test("[CORE-303] an unclassified field of a stored row reaches owners, but no masked role by any route", async () => {
  const { parlour } = fixture;
  const developer = await parlour.operator("developer");
  const read = async (operator: Pick<typeof developer, "call">): Promise<string[]> => {
    const answers: string[] = [];
    for (const path of paths) {
      const answer = await operator.call("GET", path);
      expect(answer.status, `${path}: ${answer.text}`).toBe(200);
      answers.push(answer.text);
    }
    return answers;
  };
  const listLeaks = (answers: readonly string[]): string[] =>
    paths.filter((_, n) => answers[n]?.includes(words));
  expect(listLeaks(await read(parlour.owner))).toEqual(paths);
  expect(listLeaks(await read(developer))).toEqual([]);
});
