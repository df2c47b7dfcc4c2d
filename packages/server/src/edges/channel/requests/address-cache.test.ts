import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { ManualClock } from "../../../clock.ts";
import { createAddressCache, type ChannelAddress } from "./address-cache.ts";

const toSecret = (text: string, until: number | null = null) => ({
  hash: hash("sha256", text, "buffer"),
  until,
});
const random = "k3yk3yk3yk3yk3yk3yk3yk3y";

function createFixture(findChannel: () => ChannelAddress | null) {
  const clock = new ManualClock();
  let lookups = 0;
  const addresses = createAddressCache({
    clock,
    capacity: 3,
    findChannel: () => {
      lookups++;
      return Promise.resolve(findChannel());
    },
  });
  return { clock, addresses, lookups: () => lookups };
}

test("[CH-020] only both right parts open a channel", async () => {
  const channel = { account: 1, channelId: 5, secrets: [toSecret(random)] };
  const { addresses } = createFixture(() => channel);
  expect(await addresses.find(random, "AbCdEf1234")).toBe(channel);
  expect(addresses.find(`${random}x`, "AbCdEf1234")).toBeNull();
  expect(addresses.find("", "AbCdEf1234")).toBeNull();
});

test("[CH-004] an old random string opens until its time, the new one goes on", async () => {
  const { clock, addresses } = createFixture(() => ({
    account: 1,
    channelId: 5,
    secrets: [toSecret("old1", clock.now() + 1_000), toSecret("new1")],
  }));
  expect(await addresses.find("old1", "AbCdEf1234")).not.toBeNull();
  await clock.advance(1_000);
  expect(addresses.find("old1", "AbCdEf1234")).toBeNull();
  expect(addresses.find("new1", "AbCdEf1234")).not.toBeNull();
});

test("[CH-020] [CH-004] a secret that was verified before opens only as it is, and only until its time", async () => {
  const { clock, addresses } = createFixture(() => ({
    account: 1,
    channelId: 5,
    secrets: [toSecret("old-secret", clock.now() + 1_000), toSecret(random)],
  }));
  const opens = async (secret: string): Promise<boolean> =>
    (await addresses.find(secret, "AbCdEf1234")) !== null;
  const wrongSecrets = ["old-secre", "old-secret1", "", "o", "OLD-SECRET", "a".repeat(64)];
  for (let round = 0; round < 3; round++) {
    // The wrong ones follow each right one, so that they are compared with it.
    for (const right of ["old-secret", "old-secret", random, "old-secret"]) {
      expect(await opens(right)).toBe(true);
      for (const wrong of wrongSecrets) expect(await opens(wrong)).toBe(false);
    }
  }
  await clock.advance(1_000);
  expect(await opens("old-secret")).toBe(false);
  expect(await opens(random)).toBe(true);
});

test("[CH-111] a verified secret that was replaced is refused from the next request on", async () => {
  let secrets = [toSecret("old-secret")];
  const { addresses } = createFixture(() => ({ account: 1, channelId: 5, secrets }));
  for (let n = 0; n < 2; n++)
    expect(await addresses.find("old-secret", "AbCdEf1234")).not.toBeNull();
  secrets = [toSecret(random)];
  addresses.evictAccount(1);
  expect(await addresses.find("old-secret", "AbCdEf1234")).toBeNull();
  expect(await addresses.find(random, "AbCdEf1234")).not.toBeNull();
});

test("[CH-021] ids that cannot exist are never looked up; the others once, also in parallel", async () => {
  const { addresses, lookups } = createFixture(() => ({
    account: 1,
    channelId: 5,
    secrets: [toSecret(random)],
  }));
  for (const id of ["", "a b", "..%2f", "a".repeat(65), "é"])
    expect(addresses.find(random, id)).toBeNull();
  expect(lookups()).toBe(0);
  await Promise.all([addresses.find(random, "x123"), addresses.find(random, "x123")]);
  await addresses.find(random, "x123");
  expect(lookups()).toBe(1);
});

test("[CH-111] a change of settings is seen by the next request, also while a lookup is under way", async () => {
  let channel: ChannelAddress | null = { account: 1, channelId: 5, secrets: [toSecret(random)] };
  const { addresses } = createFixture(() => channel);
  const before = addresses.find(random, "AbCdEf1234");
  channel = null;
  addresses.evictAccount(1);
  expect(await before).not.toBeNull();
  expect(await addresses.find(random, "AbCdEf1234")).toBeNull();
});

test("[CH-002] a channel that was just made answers, although its id was asked for before", async () => {
  let channel: ChannelAddress | null = null;
  const { addresses } = createFixture(() => channel);
  expect(await addresses.find(random, "AbCdEf1234")).toBeNull();
  channel = { account: 2, channelId: 6, secrets: [toSecret(random)] };
  addresses.evictAccount(2);
  expect(await addresses.find(random, "AbCdEf1234")).toBe(channel);
});

test("[CH-021] invented ids push no known address out of memory, and only so many are looked up at once", async () => {
  const { addresses, lookups } = createFixture(() => ({
    account: 1,
    channelId: 5,
    secrets: [toSecret(random)],
  }));
  expect(await addresses.find(random, "known")).not.toBeNull();
  const waiting = Array.from({ length: 1_000 }, (_, i) => addresses.find(random, `id${i}`));
  await expect(addresses.find(random, "one-more")).rejects.toMatchObject({
    failure: { failure: "temporarily_unavailable" },
  });
  for (const pending of waiting) await pending;
  expect(lookups()).toBe(1_001);
  const none = createFixture(() => null);
  for (let i = 0; i < 10; i++) await none.addresses.find(random, `id${i}`);
  expect(none.lookups()).toBe(10);
});

test("[CH-021] memory of addresses is bounded; an id that nobody had is asked for again soon", async () => {
  const { clock, addresses, lookups } = createFixture(() => null);
  for (let i = 0; i < 10; i++) await addresses.find(random, `id${i}`);
  expect(lookups()).toBe(10);
  await addresses.find(random, "id9");
  expect(lookups()).toBe(10);
  await clock.advance(5_000);
  await addresses.find(random, "id9");
  expect(lookups()).toBe(11);
});
