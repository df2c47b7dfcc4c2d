import type { PasskeyAssertion, PasskeyOptions } from "@parlour/protocol/api-session";
import { startTestParlour, type ApiResponse, type TestOperator, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { passkeyDevice, type Lie, type PasskeyDevice } from "./passkey-device.ts";
import { browserOf, password, signedIn, type Browser } from "./sign-in-bed.ts";

let parlour: TestParlour;
let ann: Holder;
let bob: Holder;
beforeAll(async () => {
  parlour = await startTestParlour();
  ann = await withPasskey("Ann");
  bob = await withPasskey("Bob");
});
afterAll(() => parlour.close());

interface Holder {
  readonly who: TestOperator;
  readonly page: Browser;
  readonly device: PasskeyDevice;
}
/** Passkeys belong to the host name of PUBLIC_URL. */
const home = (): string => `http://localhost:${parlour.port}`;
/** Adding a passkey requires re-authentication (CORE-014). */
async function newKeyOptions(page: Browser): Promise<PasskeyOptions> {
  await page.call("POST", "me/confirm", { password });
  return (await page.call("POST", "me/passkeys/options", {})).body.options;
}
async function withPasskey(name: string): Promise<Holder> {
  const who = await parlour.operator("operator", name);
  const page = await signedIn(parlour, who.email);
  const device = passkeyDevice(home());
  const made = await page.call("POST", "me/passkeys", { name: "Key", credential: device.attest(await newKeyOptions(page)) });
  if (made.status >= 300) throw new Error(made.text);
  return { who, page, device };
}

/** Ways to use a passkey: each requests options and submits the response of a device. */
const alone = {
  ask: async (): Promise<PasskeyOptions> => (await browserOf(parlour).call("POST", "sessions/passkey")).body.options,
  give: (passkey: PasskeyAssertion): Promise<ApiResponse> => browserOf(parlour).call("POST", "sessions", { passkey }),
};
const second = (of: Holder) => ({
  ask: async (): Promise<PasskeyOptions> =>
    (await browserOf(parlour).call("POST", "sessions", { email: of.who.email, password })).body.second_step.passkey,
  give: (passkey: PasskeyAssertion): Promise<ApiResponse> =>
    browserOf(parlour).call("POST", "sessions", { email: of.who.email, password, passkey }),
});
const confirming = (of: Holder) => ({
  ask: async (): Promise<PasskeyOptions> => (await of.page.call("GET", "me/confirm")).body.passkey,
  give: (passkey: PasskeyAssertion): Promise<ApiResponse> => of.page.call("POST", "me/confirm", { passkey }),
});
const outcome = ({ status, body }: ApiResponse): unknown => (status < 300 ? "taken" : [status, body.error.code, body.error.field]);

it.each([
  { how: "without a password", way: () => alone, no: [401, "invalid_credentials", "passkey"] },
  { how: "after the password", way: () => second(ann), no: [401, "invalid_credentials", "passkey"] },
  { how: "as a fresh proof", way: () => confirming(ann), no: [400, "invalid_request", "passkey"] },
])(
  "[API-013] [API-016] [CORE-013] a passkey $how: another question, page, host or person, or a second use is refused",
  async ({ way, no }) => {
    const { ask, give } = way();
    const lies: readonly Lie[] = [
      { challenge: Buffer.from("what nobody asked").toString("base64url") },
      // A challenge of this server for another purpose.
      { challenge: String((await newKeyOptions(ann.page))["challenge"]) },
      { origin: "https://evil.example" },
      { origin: `${home()}.evil.example` },
      { host: "evil.example" },
    ];
    for (const lie of lies) expect(outcome(await give(ann.device.assert(await ask(), lie))), JSON.stringify(lie)).toEqual(no);
    expect(outcome(await give(passkeyDevice(home()).assert(await ask()))), "a key nobody has").toEqual(no);
    const [his, forged] = [bob.device.assert(await ask()), ann.device.assert(await ask())];
    expect(
      outcome(await give({ ...forged, response: { ...forged.response, signature: his.response.signature } })),
      "signed by his",
    ).toEqual(no);
    const late = ann.device.assert(await ask());
    await parlour.settle();
    await parlour.clock.advance(10 * 60_000);
    expect(outcome(await give(late)), "after ten minutes").toEqual(no);
    const good = ann.device.assert(await ask());
    expect(outcome(await give(good))).toBe("taken");
    expect(outcome(await give(good)), "again").toEqual(no);
  },
);

it("[API-013] [API-016] [CORE-013] another's passkey opens nothing of mine, and a key may not go round what it proves", async () => {
  for (const { ask, give } of [second(ann), confirming(ann)]) expect(outcome(await give(bob.device.assert(await ask())))).not.toBe("taken");
  const handle = { ...bob.device.assert(await alone.ask()) };
  const owner = ann.device.assert(await alone.ask()).response.userHandle;
  expect(outcome(await alone.give({ ...handle, response: { ...handle.response, userHandle: owner ?? null } }))).not.toBe("taken");
  // After a password, the passkey is the second factor. Alone it replaces both and requires user
  // verification.
  expect(outcome(await alone.give(ann.device.assert(await alone.ask(), { unverified: true })))).not.toBe("taken");
  expect(outcome(await second(ann).give(ann.device.assert(await second(ann).ask(), { unverified: true })))).toBe("taken");
});

it("[CORE-013] [CFG-030] wrong codes delay codes, never a passkey", async () => {
  const guess = (): Promise<ApiResponse> => browserOf(parlour).call("POST", "sessions", { email: ann.who.email, password, code: "12345" });
  await Promise.all(Array.from({ length: 10 }, guess));
  // Some of the concurrent attempts were refused before they were counted.
  for (let n = 0; (await guess()).status !== 429; n++) expect(n).toBeLessThan(10);
  expect(outcome(await second(ann).give(ann.device.assert(await second(ann).ask())))).toBe("taken");
});

it("[API-015] a new passkey answers what its owner was asked, on our page, once; nobody's key becomes another's", async () => {
  const add = async (page: Browser, credential: unknown): Promise<unknown> =>
    outcome(await page.call("POST", "me/passkeys", { name: "Key", credential }));
  const no = [400, "invalid_request", "credential"];
  const fresh = (): PasskeyDevice => passkeyDevice(home());
  expect(await add(ann.page, fresh().attest(await newKeyOptions(bob.page))), "asked of Bob").toEqual(no);
  expect(await add(ann.page, fresh().attest(await newKeyOptions(ann.page), { origin: "https://evil.example" }))).toEqual(no);
  expect(await add(ann.page, fresh().attest(await newKeyOptions(ann.page), { host: "evil.example" }))).toEqual(no);
  const good = fresh().attest(await newKeyOptions(ann.page));
  expect(await add(ann.page, good)).toBe("taken");
  expect(await add(ann.page, good), "again").toEqual(no);
  expect(await add(ann.page, bob.device.attest(await newKeyOptions(ann.page))), "Bob's").toEqual([409, "name_taken", "credential"]);
});
