import { afterAll, beforeAll, expect, it } from "vitest";
import { openOperations, type Call, type Operations } from "./api-operations-fixture.ts";

let single: Operations;
let repeated: Operations;
beforeAll(async () => {
  single = await openOperations();
  repeated = await openOperations();
});
afterAll(async () => {
  await single.close();
  await repeated.close();
});

/** Changes whose repeats may differ, and why. */
const reasons: Readonly<Record<string, string>> = {
  createPasskeyChallenge: "Each challenge can be used once.",
  createPasskeyOptions: "Each challenge can be used once.",
  signIn: "Before sign-in, there is no key.",
  signOut: "The session of the key has ended.",
  switchAccount: "The session of the key has ended.",
  reauthenticate: "A repeat confirms the same session again.",
  inviteOperator: "Only the first answer names the result of the mail.",
  createOperator: "Only the first answer names the result of the mail.",
  resetOperator: "Only the first answer names the result of the mail.",
  updateProfile: "A repeat sets the same values.",
  runMacro: "One effect; a repeat answers with the chat as it is then.",
  uploadFile: "The file of a repeat is abandoned, and deleted an hour later.",
};

type Counts = Readonly<Record<string, number>>;
/** Returns the number of rows of each table. */
async function countRows({ fixture: { parlour } }: Operations): Promise<Counts> {
  await parlour.settle();
  const tables = await parlour.sql<{ name: string }>(
    // A background worker writes the search index, at its own time.
    "select c.oid::regclass::text as name from pg_class c join pg_namespace s on s.oid = c.relnamespace where s.nspname = 'public' and c.relkind = 'r' and not c.relispartition and c.relname not like 'search_%' order by 1",
  );
  const rows = await parlour.sql<{ name: string; count: number }>(
    tables
      .map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name}`)
      .join(" union all "),
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
const subtract = (after: Counts, before: Counts): Counts =>
  Object.fromEntries(
    Object.entries(after).flatMap(([name, count]) =>
      count === before[name] ? [] : [[name, count - (before[name] ?? 0)]],
    ),
  );
const isChange = ({ method, id }: Call): boolean => method !== "get" && !(id in reasons);

it("[API-005] each change that is sent three times at once and again with one key has one effect", async () => {
  const effects = new Map<string, Counts>();
  await single.run(async (call, _path, send) => {
    if (!isChange(call)) return send();
    const before = await countRows(single);
    const answer = await send({ "idempotency-key": `once-${call.id}` });
    effects.set(call.id, subtract(await countRows(single), before));
    return answer;
  });
  const faults: unknown[] = [];
  let count = 0;
  await repeated.run(async (call, _path, send) => {
    if (!isChange(call)) return send();
    const key = { "idempotency-key": `once-${call.id}` };
    const before = await countRows(repeated);
    const answers = await Promise.all([send(key), send(key), send(key)]);
    const after = await countRows(repeated);
    answers.push(await send(key));
    const later = subtract(await countRows(repeated), after);
    const [first] = answers;
    if (first === undefined || first.status >= 300) return answers[0] ?? send(key);
    count += 1;
    const texts = new Set(answers.map(({ status, text }) => `${status} ${text}`));
    const seen = { answers: texts.size, effect: subtract(after, before), later };
    const right = { answers: 1, effect: effects.get(call.id), later: {} };
    if (JSON.stringify(seen) !== JSON.stringify(right)) faults.push([call.id, seen, right]);
    return first;
  });
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(150);
}, 600_000);
