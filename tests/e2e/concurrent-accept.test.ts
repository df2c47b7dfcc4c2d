import type { BrowserContext } from "playwright-core";
import type { TestOperator } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  messageBubble,
  openInboxFixture,
  waitUntilLive,
  offerCard,
  chatRow,
  conversationPane,
  type InboxFixture,
} from "./inbox-fixture.ts";

let fixture: InboxFixture;
let max: TestOperator;
beforeAll(async () => {
  fixture = await openInboxFixture();
  max = await fixture.parlour.operator("operator", "Max");
  await fixture.parlour.owner.call("PATCH", `channels/${fixture.channel.id}`, {
    operators: [fixture.operator.id, max.id],
  });
});
afterAll(() => fixture.close());

test("[CORE-034] of two operators who press Reply at once one wins; the other reads who was faster and sees the chat", async () => {
  const seats = await Promise.all([fixture.openOperatorPage(), fixture.openOperatorPage(max)]);
  const names = ["Ann", "Max"];
  await Promise.all(seats.map(({ page }) => waitUntilLive(page)));
  await fixture.parlour.sendCustomerMessage(fixture.channel, "race", "Is anybody here?", {
    sender: { name: "Anna Keller" },
  });
  await Promise.all(
    seats.map(({ page }) => offerCard(page).getByText("Is anybody here?").waitFor()),
  );

  // Both requests are under way before either reaches the server.
  let bothThere: (at: number) => void = () => undefined;
  const released = new Promise<number>((resolve) => (bothThere = resolve));
  let arrivedCount = 0;
  const statuses: number[] = [];
  const delayRequest = (context: BrowserContext, index: number): Promise<unknown> =>
    context.route("**/accept", async (route) => {
      if (++arrivedCount === 2) bothThere(performance.now());
      await released;
      const response = await route.fetch();
      statuses[index] = response.status();
      await route.fulfill({ response });
    });
  await Promise.all(seats.map(({ context }, index) => delayRequest(context, index)));
  await Promise.all(
    seats.map(({ page }) => offerCard(page).getByRole("button", { name: "Reply" }).click()),
  );
  const began = await released;
  await expect.poll(() => statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);

  const lost = statuses.indexOf(409);
  const [winner, loser] = [seats[1 - lost], seats[lost]];
  if (!winner || !loser) throw new Error("two seats");
  await loser.page.getByRole("region", { name: `${names[1 - lost]} took it.` }).waitFor();
  const took = performance.now() - began;
  // concurrent-operators.test.ts checks the limit of one second at the journal, without a busy
  // browser.
  console.info(`the slower operator read who was faster after ${took.toFixed(0)} ms`);
  await messageBubble(loser.page, "Is anybody here?").waitFor();
  await conversationPane(loser.page)
    .getByText(`with ${names[1 - lost]}`)
    .waitFor();
  await conversationPane(loser.page).getByRole("button", { name: "Join" }).first().waitFor();
  await offerCard(loser.page).waitFor({ state: "detached" });
  await conversationPane(winner.page).getByRole("textbox", { name: "Message" }).waitFor();
  await chatRow(winner.page, "Anna Keller").waitFor();
  await Promise.all(seats.map((operatorPage) => operatorPage.checkAndClose()));
});
