import type { PasskeyAssertion, PasskeyOptions } from "@parlour/protocol/api/people/session";
import {
  startTestParlour,
  type ApiResponse,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPasskeyDevice, type PasskeyFault, type PasskeyDevice } from "./passkey-device.ts";
import {
  createBrowser,
  password,
  openSignedInBrowser,
  type TestBrowser,
} from "./sign-in-fixture.ts";

let parlour: TestParlour;
let ann: PasskeyHolder;
let bob: PasskeyHolder;
beforeAll(async () => {
  parlour = await startTestParlour();
  ann = await createPasskeyHolder("Ann");
  bob = await createPasskeyHolder("Bob");
});
afterAll(() => parlour.close());

interface PasskeyHolder {
  readonly operator: TestOperator;
  readonly page: TestBrowser;
  readonly device: PasskeyDevice;
}
/** Origin of PUBLIC_URL. Its host name owns the passkeys. */
const getParlourOrigin = (): string => `http://localhost:${parlour.port}`;
/** Adding a passkey requires re-authentication (CORE-014). */
async function readNewKeyOptions(page: TestBrowser): Promise<PasskeyOptions> {
  await page.call("POST", "me/confirm", { password });
  return (await page.call("POST", "me/passkeys/options", {})).body.options;
}
async function createPasskeyHolder(name: string): Promise<PasskeyHolder> {
  const operator = await parlour.operator("operator", name);
  const page = await openSignedInBrowser(parlour, operator.email);
  const device = createPasskeyDevice(getParlourOrigin());
  const created = await page.call("POST", "me/passkeys", {
    name: "Key",
    credential: device.attest(await readNewKeyOptions(page)),
  });
  if (created.status >= 300) throw new Error(created.text);
  return { operator, page, device };
}

/** Ways to use a passkey: each requests options and submits the response of a device. */
const passkeyOnly = {
  ask: async (): Promise<PasskeyOptions> =>
    (await createBrowser(parlour).call("POST", "sessions/passkey")).body.options,
  give: (passkey: PasskeyAssertion): Promise<ApiResponse> =>
    createBrowser(parlour).call("POST", "sessions", { passkey }),
};
const secondFactor = (holder: PasskeyHolder) => ({
  ask: async (): Promise<PasskeyOptions> =>
    (
      await createBrowser(parlour).call("POST", "sessions", {
        email: holder.operator.email,
        password,
      })
    ).body.second_step.passkey,
  give: (passkey: PasskeyAssertion): Promise<ApiResponse> =>
    createBrowser(parlour).call("POST", "sessions", {
      email: holder.operator.email,
      password,
      passkey,
    }),
});
const reauthentication = (holder: PasskeyHolder) => ({
  ask: async (): Promise<PasskeyOptions> =>
    (await holder.page.call("GET", "me/confirm")).body.passkey,
  give: (passkey: PasskeyAssertion): Promise<ApiResponse> =>
    holder.page.call("POST", "me/confirm", { passkey }),
});
const toOutcome = ({ status, body }: ApiResponse): unknown =>
  status < 300 ? "taken" : [status, body.error.code, body.error.field];

it.each([
  {
    how: "without a password",
    way: () => passkeyOnly,
    no: [401, "invalid_credentials", "passkey"],
  },
  {
    how: "after the password",
    way: () => secondFactor(ann),
    no: [401, "invalid_credentials", "passkey"],
  },
  {
    how: "as a fresh proof",
    way: () => reauthentication(ann),
    no: [400, "invalid_request", "passkey"],
  },
])(
  "[API-013] [API-016] [CORE-013] [CORE-202] a passkey $how: another question, page, host or person, or a second use is refused",
  async ({ way, no }) => {
    const { ask, give } = way();
    const faults: readonly PasskeyFault[] = [
      { challenge: Buffer.from("what nobody asked").toString("base64url") },
      // A challenge of this server for another purpose.
      { challenge: String((await readNewKeyOptions(ann.page))["challenge"]) },
      { origin: "https://evil.example" },
      { origin: `${getParlourOrigin()}.evil.example` },
      { host: "evil.example" },
    ];
    for (const fault of faults)
      expect(
        toOutcome(await give(ann.device.assert(await ask(), fault))),
        JSON.stringify(fault),
      ).toEqual(no);
    expect(
      toOutcome(await give(createPasskeyDevice(getParlourOrigin()).assert(await ask()))),
      "a key nobody has",
    ).toEqual(no);
    const [otherAssertion, forged] = [
      bob.device.assert(await ask()),
      ann.device.assert(await ask()),
    ];
    expect(
      toOutcome(
        await give({
          ...forged,
          response: { ...forged.response, signature: otherAssertion.response.signature },
        }),
      ),
      "signed by his",
    ).toEqual(no);
    const expiredAssertion = ann.device.assert(await ask());
    await parlour.settle();
    await parlour.clock.advance(10 * 60_000);
    expect(toOutcome(await give(expiredAssertion)), "after ten minutes").toEqual(no);
    const good = ann.device.assert(await ask());
    expect(toOutcome(await give(good))).toBe("taken");
    expect(toOutcome(await give(good)), "again").toEqual(no);
  },
);

it("[API-013] [API-016] [CORE-013] [CORE-202] another's passkey opens nothing of mine, and a key may not go round what it proves", async () => {
  for (const { ask, give } of [secondFactor(ann), reauthentication(ann)])
    expect(toOutcome(await give(bob.device.assert(await ask())))).not.toBe("taken");
  const handle = { ...bob.device.assert(await passkeyOnly.ask()) };
  const owner = ann.device.assert(await passkeyOnly.ask()).response.userHandle;
  expect(
    toOutcome(
      await passkeyOnly.give({
        ...handle,
        response: { ...handle.response, userHandle: owner ?? null },
      }),
    ),
  ).not.toBe("taken");
  // After a password, the passkey is the second factor. Without a password, it replaces both and
  // requires user verification.
  expect(
    toOutcome(
      await passkeyOnly.give(ann.device.assert(await passkeyOnly.ask(), { isUnverified: true })),
    ),
  ).not.toBe("taken");
  expect(
    toOutcome(
      await secondFactor(ann).give(
        ann.device.assert(await secondFactor(ann).ask(), { isUnverified: true }),
      ),
    ),
  ).toBe("taken");
});

it("[CORE-013] [CFG-030] [CORE-201] wrong codes delay codes, never a passkey", async () => {
  const guess = (): Promise<ApiResponse> =>
    createBrowser(parlour).call("POST", "sessions", {
      email: ann.operator.email,
      password,
      code: "12345",
    });
  await Promise.all(Array.from({ length: 10 }, guess));
  // Some of the concurrent attempts were refused before they were counted.
  for (let n = 0; (await guess()).status !== 429; n++) expect(n).toBeLessThan(10);
  expect(
    toOutcome(await secondFactor(ann).give(ann.device.assert(await secondFactor(ann).ask()))),
  ).toBe("taken");
});

it("[API-015] [API-212] a new passkey answers what its owner was asked, on our page, once; nobody's key becomes another's", async () => {
  const add = async (page: TestBrowser, credential: unknown): Promise<unknown> =>
    toOutcome(await page.call("POST", "me/passkeys", { name: "Key", credential }));
  const no = [400, "invalid_request", "credential"];
  const fresh = (): PasskeyDevice => createPasskeyDevice(getParlourOrigin());
  expect(
    await add(ann.page, fresh().attest(await readNewKeyOptions(bob.page))),
    "asked of Bob",
  ).toEqual(no);
  expect(
    await add(
      ann.page,
      fresh().attest(await readNewKeyOptions(ann.page), { origin: "https://evil.example" }),
    ),
  ).toEqual(no);
  expect(
    await add(
      ann.page,
      fresh().attest(await readNewKeyOptions(ann.page), { host: "evil.example" }),
    ),
  ).toEqual(no);
  const good = fresh().attest(await readNewKeyOptions(ann.page));
  expect(await add(ann.page, good)).toBe("taken");
  expect(await add(ann.page, good), "again").toEqual(no);
  expect(
    await add(ann.page, bob.device.attest(await readNewKeyOptions(ann.page))),
    "Bob's",
  ).toEqual([409, "name_taken", "credential"]);
});
