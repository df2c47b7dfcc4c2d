import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmailProofs, type EmailProofs } from "../src/edges/widget/session/email-proofs.ts";
import type { EmailProofStore } from "../src/edges/widget/deps.ts";
import { startCleanup } from "../src/store/sign-in/cleanup.ts";
import { createDb, type Db } from "../src/store/database/sql.ts";
import {
  isEmailProven,
  redeemEmailCode,
  saveEmailCode,
} from "../src/store/visitors/email-proof.ts";
import { openNodeFixture, type NodeFixture } from "./node-fixture.ts";

let fixture: NodeFixture;
let db: Db;
/** Ids of two visitors. */
let anna: number;
let bea: number;
let codes: string[];

beforeAll(async () => {
  fixture = await openNodeFixture();
  db = createDb(fixture.pools.writer);
  const node = await fixture.openNode();
  for (const name of ["anna", "bea"]) await fixture.sendCustomerMessage(node, name);
  const visitors = await db.query<{ id: number }>(
    "select id::float8 as id from visitor where account_id = $1 order by customer",
    [fixture.testAccount.id],
  );
  [anna, bea] = visitors.map(({ id }) => id) as [number, number];
  codes = [];
});
afterAll(() => fixture.drop());

/** Opens the proofs as another node or a later start does. */
function openProofs(): EmailProofs {
  const store: EmailProofStore = {
    saveEmailCode: (key, code) => saveEmailCode(db, key, code),
    redeemEmailCode: (key, entered) => redeemEmailCode(db, key, entered),
    isEmailProven: (key, now) => isEmailProven(db, key, now),
  };
  return createEmailProofs({
    clock: fixture.clock,
    store,
    secrets: {
      hashForEmailProof: (text) => createHmac("sha256", "test").update(text).digest(),
    },
    sendEmailCode: (_account, _to, { code }) => {
      codes.push(code);
      return Promise.resolve();
    },
  });
}
const of = (visitorId: number, address: string) => ({
  account: fixture.testAccount.id,
  visitorId,
  address,
});
const mail = { language: null, channel: "Shop" };
async function sendCode(proofs: EmailProofs, visitorId: number, address: string): Promise<string> {
  await proofs.sendCode(of(visitorId, address), mail);
  return codes.at(-1) ?? "none";
}
const wrongCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const countRows = async (): Promise<number> =>
  (await db.query<{ n: number }>("select count(*)::int as n from email_proof"))[0]?.n ?? -1;

test("[CORE-162] [CORE-241] [CORE-132] a code proves one address of one visitor at every node, for a day, and is good once", async () => {
  const [first, second] = [openProofs(), openProofs()];
  const code = await sendCode(first, anna, "Anna@visitor.example");
  expect(code).toMatch(/^\d{6}$/);
  expect(await second.redeem(of(bea, "anna@visitor.example"), code)).toBe(false);
  expect(await second.redeem(of(anna, "bea@visitor.example"), code)).toBe(false);
  expect(await first.isProven(of(anna, "anna@visitor.example"))).toBe(false);
  const atOnce = await Promise.all(
    [first, second].map((proofs) => proofs.redeem(of(anna, "anna@visitor.example "), code)),
  );
  expect(atOnce.filter(Boolean)).toHaveLength(1);
  expect(await second.redeem(of(anna, "anna@visitor.example"), code)).toBe(false);
  for (const proofs of [first, second, openProofs()])
    expect([
      await proofs.isProven(of(anna, "anna@visitor.example")),
      await proofs.isProven(of(bea, "anna@visitor.example")),
    ]).toEqual([true, false]);
  await fixture.clock.advance(24 * 3_600_000);
  expect(await first.isProven(of(anna, "anna@visitor.example"))).toBe(false);
});

test("[CORE-162] [CORE-241] [CORE-132] a code ends after 15 minutes, after five wrong tries at any nodes and with the next one", async () => {
  const nodes = [openProofs(), openProofs()] as const;
  const [first, second] = nodes;
  const owner = of(bea, "a@b.example");
  const expired = await sendCode(first, bea, "a@b.example");
  await fixture.clock.advance(15 * 60_000);
  expect(await second.redeem(owner, expired)).toBe(false);
  const guessed = await sendCode(first, bea, "a@b.example");
  const tries = Array.from({ length: 5 }, (_, n) =>
    (nodes[n % 2] ?? first).redeem(owner, wrongCode(guessed)),
  );
  expect(await Promise.all(tries)).toEqual([false, false, false, false, false]);
  expect(await first.redeem(owner, guessed)).toBe(false);
  const earlier = await sendCode(first, bea, "a@b.example");
  const latest = await sendCode(second, bea, "a@b.example");
  if (earlier !== latest) expect(await first.redeem(owner, earlier)).toBe(false);
  expect(await first.redeem(owner, latest)).toBe(true);
});

test("[CORE-241] [CORE-116] neither code nor address is stored, rows end with code and proof, and an erased visitor gets none", async () => {
  await db.query("delete from email_proof");
  const proofs = openProofs();
  const code = await sendCode(proofs, anna, "anna@visitor.example");
  const [row] = await db.query<{ text: string }>("select e::text as text from email_proof e");
  expect(row?.text).not.toContain(code);
  expect(row?.text).not.toContain("visitor.example");
  await sendCode(proofs, bea, "bea@visitor.example");
  expect(await proofs.redeem(of(anna, "anna@visitor.example"), code)).toBe(true);
  const cleanup = startCleanup({
    sql: db,
    clock: fixture.clock,
    onFault: (error) => expect.fail(String(error)),
  });
  await fixture.clock.advance(15 * 60_000 - 1);
  await cleanup.sweep();
  expect(await countRows()).toBe(2);
  await fixture.clock.advance(2);
  await cleanup.sweep();
  expect(await countRows()).toBe(1);
  expect(await proofs.isProven(of(anna, "anna@visitor.example"))).toBe(true);
  await fixture.clock.advance(24 * 3_600_000);
  await cleanup.sweep();
  expect(await countRows()).toBe(0);
  await cleanup.close();
  await db.query("update visitor set customer = 'erased:1' where id = $1", [bea]);
  await sendCode(proofs, bea, "bea@visitor.example");
  expect(await countRows()).toBe(0);
});
