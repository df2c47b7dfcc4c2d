import { testTimeoutMs } from "@parlour/testkit";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { isRefusal } from "../src/connectors/store-message.ts";
import { countCommandBytes } from "../src/core/command-size.ts";
import { buildVisitorMessage, openJournalFixture } from "./journal-fixture.ts";
import type { JournalFixture, TestAccount, TestNode } from "./journal-fixture.ts";

let fixture: JournalFixture;
beforeAll(async () => {
  fixture = await openJournalFixture();
});
afterAll(() => fixture.drop());

const mebibyte = 1 << 20;
const emailCount = 300;
const text = "Жалоба на заказ. ".repeat(3_000).slice(0, 50_000);

/** Sends the emails at the same time. Returns those that are refused as busy. */
async function sendEmails(node: TestNode, account: TestAccount, customers: readonly string[]) {
  const bytes = countCommandBytes(text.length);
  const results = await Promise.allSettled(
    customers.map((customer) =>
      node.write(buildVisitorMessage(account, customer, text, { bytes })),
    ),
  );
  for (const result of results)
    if (result.status === "rejected" && !isRefusal(result.reason, "temporarily_unavailable"))
      throw result.reason;
  return customers.filter((_, n) => results[n]?.status === "rejected");
}
const getBytes = (entries: readonly { readonly frame: string }[]): number =>
  entries.reduce((sum, { frame }) => sum + Buffer.byteLength(frame), 0);

it("[CORE-382] [CORE-383] 300 emails of 50,000 characters at once are written and read in small parts, and a chat message does not wait for them", async () => {
  const [node, other] = [await fixture.openNode(), await fixture.openNode()];
  const [mailAccount, chatAccount] = [await fixture.addAccount(), await fixture.addAccount()];
  const published: { readonly account: number; readonly bytes: number }[] = [];
  node.subscribe((account, entries) => published.push({ account, bytes: getBytes(entries) }));

  const customers = Array.from({ length: emailCount }, (_, n) => `customer${n}`);
  const firstRound = sendEmails(node, mailAccount, customers);
  await node.write(buildVisitorMessage(chatAccount, "ann", "hello"));
  expect(published.length).toBeLessThanOrEqual(3);
  expect(published.map(({ account }) => account)).toContain(chatAccount.id);
  let refused = await firstRound;
  // Above its share of the memory, the account is refused and not the other one.
  expect(refused.length).toBeGreaterThan(0);
  while (refused.length > 0) refused = await sendEmails(node, mailAccount, refused);
  expect(Math.max(...published.map(({ bytes }) => bytes))).toBeLessThanOrEqual(mebibyte);

  const { position: head } = await node.head(mailAccount.id);
  expect(head).toBe(3 * emailCount);
  await vi.waitFor(() => expect(other.published(mailAccount.id)).toBe(head), testTimeoutMs);
  node.evict(mailAccount.id, null);
  let read = 0;
  for (let pages = 1; read < head; pages++) {
    const entries = await node.read(mailAccount.id, read, 2_000);
    expect(entries.map(({ position }) => position)).toEqual(entries.map((_, n) => read + n + 1));
    expect(getBytes(entries)).toBeLessThan(4.5 * mebibyte);
    read += entries.length;
    expect(pages).toBeLessThanOrEqual(20);
  }
});
