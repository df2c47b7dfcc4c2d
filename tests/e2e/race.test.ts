import type { BrowserContext } from "playwright-core";
import type { TestOperator } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bubble, openDesk, ready, ring, row, talk, type Desk } from "./desk.ts";

let desk: Desk;
let max: TestOperator;
beforeAll(async () => {
  desk = await openDesk();
  max = await desk.parlour.operator("operator", "Max");
  await desk.parlour.owner.call("PATCH", `channels/${desk.channel.id}`, { operators: [desk.operator.id, max.id] });
});
afterAll(() => desk.close());

test("[CORE-034] of two operators who press Reply at once one wins; the other reads who was faster and sees the chat", async () => {
  const seats = await Promise.all([desk.sit(), desk.sit(max)]);
  const names = ["Ann", "Max"];
  await Promise.all(seats.map(({ page }) => ready(page)));
  await desk.parlour.sendCustomerMessage(desk.channel, "race", "Is anybody here?", { sender: { name: "Anna Keller" } });
  await Promise.all(seats.map(({ page }) => ring(page).getByText("Is anybody here?").waitFor()));

  // Both requests are under way before either reaches the server.
  let bothThere: (at: number) => void = () => undefined;
  const released = new Promise<number>((resolve) => (bothThere = resolve));
  let there = 0;
  const statuses: number[] = [];
  const hold = (context: BrowserContext, who: number): Promise<unknown> =>
    context.route("**/accept", async (route) => {
      if (++there === 2) bothThere(performance.now());
      await released;
      const response = await route.fetch();
      statuses[who] = response.status();
      await route.fulfill({ response });
    });
  await Promise.all(seats.map(({ context }, who) => hold(context, who)));
  await Promise.all(seats.map(({ page }) => ring(page).getByRole("button", { name: "Reply" }).click()));
  const began = await released;
  await expect.poll(() => statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);

  const lost = statuses.indexOf(409);
  const [winner, loser] = [seats[1 - lost], seats[lost]];
  if (!winner || !loser) throw new Error("two seats");
  await loser.page
    .getByRole("status")
    .filter({ hasText: `${names[1 - lost]} was faster.` })
    .waitFor();
  const took = performance.now() - began;
  // races.test.ts checks the limit of one second at the journal, without a busy browser.
  console.info(`the slower operator read who was faster after ${took.toFixed(0)} ms`);
  await bubble(loser.page, "Is anybody here?").waitFor();
  await talk(loser.page)
    .getByText(`with ${names[1 - lost]}`)
    .waitFor();
  await talk(loser.page).getByRole("button", { name: "Join" }).first().waitFor();
  await ring(loser.page).waitFor({ state: "detached" });
  await talk(winner.page).getByRole("textbox", { name: "Message" }).waitFor();
  await row(winner.page, "Anna Keller").waitFor();
  await Promise.all(seats.map((seat) => seat.leave()));
});
