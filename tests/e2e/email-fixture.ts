import type { TestOperator } from "@parlour/testkit";
import { useSharedBrowser } from "@parlour/testkit/browser";
import {
  openMailChannelFixture,
  shopAddress,
  type MailChannelFixture,
} from "../../packages/server/tests/mail-channel-fixture.ts";
import {
  openOperatorPage,
  shiftPageClock,
  waitUntilLive,
  type OperatorPage,
} from "./inbox-fixture.ts";

/** An operator's page beside an email channel that receives by SMTP. */
export interface EmailPage {
  readonly fixture: MailChannelFixture;
  readonly operator: TestOperator;
  readonly opened: OperatorPage;
  /** Checks that the page had no errors, and closes everything. */
  close(): Promise<void>;
}

/** Opens the inbox of an operator of the channel. The page has the clock of the server. */
export async function openEmailPage(): Promise<EmailPage> {
  const fixture = await openMailChannelFixture();
  const { parlour } = fixture;
  const shop = await fixture.createChannel("Shop", {
    ...fixture.mailboxSettings(shopAddress),
    receive: "smtp",
  });
  const operator = await parlour.operator("operator", "Ann");
  await parlour.owner.call("PATCH", `channels/${shop.id}`, { operators: [operator.id] });
  const opened = await openOperatorPage(useSharedBrowser(), parlour.url, operator);
  await waitUntilLive(opened.page);
  await shiftPageClock(opened.page, parlour.clock.now() - Date.now());
  return {
    fixture,
    operator,
    opened,
    async close() {
      await opened.checkAndClose();
      await fixture.close();
    },
  };
}
