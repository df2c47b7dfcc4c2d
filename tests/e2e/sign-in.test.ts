import {
  startMailServer,
  startOidcProvider,
  startSamlProvider,
  startTestParlour,
  type TestParlour,
} from "@parlour/testkit";
import {
  findAxeViolations,
  openContext,
  useSharedBrowser,
  findHorizontalOverflow,
  collectPageErrors,
  isLongRun,
} from "@parlour/testkit/browser";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { generate } from "otplib";
import type { Page } from "playwright-core";
import { checkScreen, usualViews } from "./screen-check.ts";

let parlour: TestParlour;
const browser = useSharedBrowser();
beforeAll(async () => {
  // The sign-in provider and the mail server run on this machine.
  parlour = await startTestParlour({ hooks: { resolve: () => Promise.resolve(["127.0.0.1"]) } });
});
afterAll(async () => {
  await browser.close();
  await parlour.close();
});

/** Returns PUBLIC_URL: passkeys belong to its host name, and providers redirect to it. */
const getHomeUrl = (): string => `http://localhost:${parlour.port}`;
const waitForInbox = (page: Page): Promise<void> => page.waitForURL(/\/inbox\//);
/**
 * Removes the session from the browser. No page stays open that could send requests or get the
 * cookie again.
 */
async function clearSession(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
}
async function signInWithPassword(
  page: Page,
  credentials: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(credentials.email);
  await page.getByRole("textbox", { name: "Password" }).fill(credentials.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
// The browser logs a socket that is refused because its session ends.
const filterFaults = (faults: readonly string[], refusal: string): string[] =>
  faults.filter((fault) => !fault.includes(refusal));

/** Returns the accessible name of the focused element; "" if there is none. */
const getFocusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLInputElement | null;
    if (at === null || at === document.body) return "";
    return (
      at.getAttribute("aria-label") ??
      at.labels?.[0]?.textContent ??
      at.textContent ??
      ""
    ).trim();
  });

test.runIf(isLongRun)(
  "[CORE-170] the sign-in starts in its first empty field, the language menu comes last; a touch screen gets no focus in a field",
  async () => {
    const page = await (await openContext(browser)).newPage();
    await page.goto(`${getHomeUrl()}/signin`);
    await expect.poll(() => getFocusedName(page)).toBe("Email");
    const order: string[] = [];
    while (order.at(-1) !== "Language" && order.length < 9) {
      await page.keyboard.press("Tab");
      order.push(await getFocusedName(page));
    }
    expect(order.slice(0, 3)).toEqual(["Password", "Show password", "Sign in"]);
    expect(order.at(-1)).toBe("Language");
    await page.goto(`${getHomeUrl()}/signin?email=kim%40shop.example`);
    await expect.poll(() => getFocusedName(page)).toBe("Password");
    await page.goto(`${getHomeUrl()}/forgot?email=kim%40shop.example`);
    await expect.poll(() => getFocusedName(page)).toBe("Send link");
    await page.context().close();

    const phone = await (
      await browser.newContext({
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      })
    ).newPage();
    await phone.goto(`${getHomeUrl()}/signin`);
    await phone.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    expect(["", "Sign in"]).toContain(await getFocusedName(phone));
    expect(await phone.evaluate(() => document.activeElement?.localName)).not.toBe("input");
    await phone.context().close();
  },
);

test("[CORE-172] a test page that asked for a sign-in is shown after it", async () => {
  const created = await parlour.owner.call("POST", "channels", {
    kind: "widget",
    name: "Site",
    operators: [parlour.owner.id],
  });
  const { public_id: id } = created.body as { public_id: string };
  const page = await (await openContext(browser)).newPage();
  await page.goto(`${getHomeUrl()}/widget-test/${id}?lang=en#developers`);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await signInWithPassword(page, parlour.owner);
  await page.getByRole("heading", { name: "Speckled ramen bowl" }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/widget-test/${id}`);
  await page.context().close();
});

test("[CORE-013] [CORE-014] [API-013] [API-016] an application, recovery codes, a passkey; each opens the desk; secrets ask again", async () => {
  const kim = await parlour.operator("admin", "Kim");
  const context = await openContext(browser);
  const page = await context.newPage();
  const faults = collectPageErrors(page);
  const devices = await context.newCDPSession(page);
  await devices.send("WebAuthn.enable");
  await devices.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const signIn = async (): Promise<void> => {
    await page.goto(`${getHomeUrl()}/signin`);
    await signInWithPassword(page, kim);
  };

  await signIn();
  await waitForInbox(page);
  await page.goto(`${getHomeUrl()}/me`);
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
  await dialog.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  const secret = (
    await dialog.getByRole("textbox", { name: "Or enter this key" }).inputValue()
  ).replaceAll(" ", "");
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByRole("textbox", { name: "Code", exact: true }).fill("000000");
  await dialog.getByRole("button", { name: "Set up" }).click();
  await dialog.getByText("Wrong code.").waitFor();
  await dialog
    .getByRole("textbox", { name: "Code", exact: true })
    .fill(await generate({ secret, epoch: Math.floor(parlour.clock.now() / 1000) }));
  await dialog.getByRole("button", { name: "Set up" }).click();
  const codes = page.getByRole("alertdialog", { name: "Recovery codes" });
  await codes.getByRole("listitem").first().waitFor();
  const recovery = await codes.getByRole("listitem").allTextContents();
  expect(recovery).toHaveLength(10);
  await codes.getByRole("button", { name: "I have saved them" }).click();
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByText(/^Passkey: /).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);

  await clearSession(page);
  await page.goto(`${getHomeUrl()}/signin`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await waitForInbox(page);

  await clearSession(page);
  await signIn();
  await page.getByRole("heading", { name: "Two-factor authentication" }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Code" }).fill("123456");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("This code is wrong").waitFor();
  await page.getByRole("textbox", { name: "Code" }).fill(recovery[0] ?? "");
  await page.getByRole("button", { name: "Continue" }).click();
  await waitForInbox(page);

  await clearSession(page);
  await signIn();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await waitForInbox(page);

  // After a quarter of an hour a new key needs a re-authentication. The refused request then
  // continues by itself.
  await page.goto("about:blank");
  await parlour.settle();
  await parlour.clock.advance(15 * 60_000);
  await page.goto(`${getHomeUrl()}/settings/keys`);
  await page.getByRole("button", { name: "Create key" }).first().click();
  await page.getByRole("textbox", { name: "Name" }).fill("Warehouse");
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  const confirm = page.getByRole("dialog", { name: "Confirm it’s you" });
  await confirm
    .getByRole("textbox", { name: "Password" })
    .or(confirm.getByLabel("Password"))
    .first()
    .fill(kim.password);
  expect(await findAxeViolations(page)).toEqual([]);
  await confirm.getByRole("button", { name: "Confirm", exact: true }).click();
  await page.getByText(/pk_/).first().waitFor();
  expect(await findHorizontalOverflow(page)).toEqual([]);
  expect(filterFaults(faults, "HTTP Authentication failed")).toEqual([]);
  await context.close();
});

test.runIf(isLongRun)(
  "[CORE-013] [CORE-015] [API-014] [API-015] [API-019] [API-043] settings: a second factor asked of everybody, sessions and sign-ins; who has none is led to one",
  async () => {
    const context = await openContext(browser, { width: 360 });
    const page = await context.newPage();
    const faults = collectPageErrors(page);
    // A link to a foreign page: after the sign-in the page of this installation is shown.
    await page.goto(
      `${parlour.url}/signin?next=${encodeURIComponent("https://elsewhere.example/")}`,
    );
    await signInWithPassword(page, parlour.owner);
    await waitForInbox(page);
    await page.goto(`${parlour.url}/settings/security`);
    await page.getByRole("heading", { name: "Sign-in log" }).waitFor();
    await page.getByRole("row").filter({ hasText: "this device" }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await findHorizontalOverflow(page)).toEqual([]);
    for (const [path, title, button] of [
      ["oidc", "Single sign-on", "Add provider"],
      ["saml", "Single sign-on with SAML", "Add SAML provider"],
      ["scim", "Provisioning (SCIM)", "Create token"],
      ["accounts", "Accounts", "Add account"],
    ] as const) {
      await page.goto(`${parlour.url}/settings/${path}`);
      await page.getByRole("heading", { name: title, exact: true }).waitFor();
      await page.getByRole("button", { name: button, exact: true }).click();
      await page.getByRole("dialog").waitFor();
      expect(await checkScreen(page, `sign-in settings ${path}`, { views: usualViews })).toEqual(
        [],
      );
    }
    await page.goto(`${parlour.url}/settings/security`);
    await page.getByRole("switch", { name: "Require a second factor" }).check();
    await page.getByRole("textbox", { name: "Grace period" }).fill("0");
    await page.getByRole("button", { name: /^Save/ }).click();
    // From here on there is only one page.
    await page.getByRole("heading", { name: "Set up a second factor" }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/secure");
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await findHorizontalOverflow(page)).toEqual([]);
    expect(filterFaults(faults, "WebSocket connection to")).toEqual([]);
    await parlour.sql("update account set second_factor_from = null");
    await context.close();
  },
);

test.runIf(isLongRun)(
  "[API-019] [CORE-017] by a provider: he comes in; whom it does not know for sure, and who gives up there, are told and led back",
  async () => {
    const idp = await startOidcProvider(() => `${getHomeUrl()}/signin/oidc`);
    await parlour.owner.call("POST", "instance/egress-allow", { add: [idp.host] });
    const created = await parlour.owner.call("POST", "instance/oidc", {
      name: "Acme login",
      issuer: idp.issuer,
      ...idp.client,
    });
    expect(created.status, created.text).toBe(201);
    const bob = await parlour.operator("operator", "Bob");
    idp.accounts["bob"] = { email: bob.email, email_verified: true, name: "Bob" };
    idp.accounts["eve"] = { email: bob.email, email_verified: false, name: "Eve" };
    const context = await openContext(browser, { width: 360 });
    // The provider's own pages request a font from elsewhere.
    await context.route(/googleapis/, (route) => route.abort());
    const page = await context.newPage();
    const faults = collectPageErrors(page);
    const toProvider = async (): Promise<void> => {
      await page.getByRole("button", { name: "Sign in with Acme login" }).click();
      await page.waitForURL(`${idp.issuer}/**`);
    };
    const signInAtProvider = async (user: string): Promise<void> => {
      await page.getByPlaceholder("Enter any login").fill(user);
      await page.getByPlaceholder("and password").fill("x");
      await page.getByRole("button", { name: "Sign-in" }).click();
      await page.getByRole("button", { name: "Continue" }).click();
    };
    const refused = async (why: RegExp): Promise<void> => {
      await page.getByRole("heading", { name: "Sign-in failed" }).waitFor();
      await page.getByText(why).waitFor();
    };

    await page.goto(`${getHomeUrl()}/signin?next=%2Fme&again=true`);
    await toProvider();
    await page.getByRole("link", { name: "Cancel" }).click();
    await refused(/Acme login did not confirm the sign-in/);
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await findHorizontalOverflow(page)).toEqual([]);
    // The page keeps the target of the sign-in.
    await page.getByRole("link", { name: "Go to sign-in" }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("?next=%2Fme&again=true");
    await toProvider();
    await signInAtProvider("eve");
    await refused(/does not say that your email address is verified/);
    expect((await context.cookies(getHomeUrl())).map((cookie) => cookie.name)).not.toContain(
      "parlour",
    );
    // The provider remembers the account. The target of the sign-in is kept.
    await context.clearCookies();
    await page.getByRole("link", { name: "Go to sign-in" }).click();
    await toProvider();
    await signInAtProvider("bob");
    await page.waitForURL(`${getHomeUrl()}/me`);
    await expect
      .poll(() => page.getByRole("textbox", { name: "Email" }).inputValue())
      .toBe(bob.email);
    // The browser logs requests of the provider's pages and refusals by itself.
    expect(filterFaults(filterFaults(faults, "Failed to load resource"), "googleapis")).toEqual([]);
    await context.close();
    await idp.close();
  },
);

test("[SSO-002] [SSO-005] [API-013] by SAML: a refusal says why, and then the page that was asked for opens", async () => {
  const idp = await startSamlProvider(
    () => ({
      entityId: `${getHomeUrl()}/saml/metadata`,
      acsUrl: `${getHomeUrl()}/saml/acs`,
    }),
    () => parlour.clock.now(),
  );
  const kim = await parlour.operator("admin", "Kim");
  const metadata = await parlour.owner.call("POST", "instance/saml/metadata", {
    metadata: idp.metadata("first"),
  });
  const created = await parlour.owner.call("POST", "instance/saml", {
    name: "Acme SAML",
    ...(metadata.body as object),
  });
  expect(created.status, created.text).toBe(201);
  const context = await openContext(browser, { width: 390 });
  const page = await context.newPage();
  const faults = collectPageErrors(page);
  const press = (): Promise<void> =>
    page.getByRole("button", { name: "Sign in with Acme SAML" }).click();

  await page.goto(`${getHomeUrl()}/settings/tags`);
  idp.person = { email: "stranger@example.test", name: "Stranger" };
  await press();
  await page.getByRole("heading", { name: "Sign-in failed" }).waitFor();
  await page.getByText(/stranger@example\.test/).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await findHorizontalOverflow(page)).toEqual([]);
  const names = (await context.cookies(getHomeUrl())).map((cookie) => cookie.name);
  expect(names).not.toContain("parlour");
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  idp.person = { email: kim.email, name: "Kim" };
  await press();
  await page.waitForURL(`${getHomeUrl()}/settings/tags`);
  await page.getByRole("heading", { name: "Tags", level: 1 }).waitFor();
  // The browser logs the refusal by itself.
  expect(filterFaults(faults, "Failed to load resource")).toEqual([]);
  await context.close();
  await parlour.owner.call("DELETE", `instance/saml/${(created.body as { id: string }).id}`);
  await idp.close();
});

test.runIf(isLongRun)(
  "[API-017] [CORE-016] [API-018] a forgotten password by mail, then another account beside it: both stay, he changes between them",
  async () => {
    const mail = await startMailServer();
    const settings = { host: mail.host, port: mail.port, tls: "none", from: "chat@shop.example" };
    expect((await parlour.owner.call("PUT", "instance/mail", settings)).status).toBe(200);
    const kim = await parlour.operator("operator", "Kim");
    const other = { name: "Kim too", email: "kim.too@example.test", password: kim.password };
    expect(
      (await parlour.owner.call("POST", "accounts", { name: "Second", owner: other })).status,
    ).toBe(201);
    const context = await openContext(browser, { width: 360 });
    const page = await context.newPage();
    const faults = collectPageErrors(page);

    await page.goto(`${getHomeUrl()}/signin`);
    await page.getByRole("textbox", { name: "Email" }).fill(kim.email);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByText("Check your email.").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(await findHorizontalOverflow(page)).toEqual([]);
    const link = await vi.waitFor(() => {
      const found = /\S+\/reset#[\w.-]+/.exec(
        mail.received.find((one) => one.to.includes(kim.email))?.text ?? "",
      )?.[0];
      if (found === undefined) throw new Error("no mail yet");
      return found;
    }, 60_000);
    // The old form of links, with the token in the path.
    await page.goto(link.replace("#", "/"));
    await page.getByRole("textbox", { name: "New password" }).waitFor();
    await page.goto(link);
    const fresh = "another good pass phrase";
    await page.getByRole("textbox", { name: "New password" }).fill(fresh);
    await page.getByRole("button", { name: "Set new password" }).click();
    // The new password has signed in (CORE-324).
    await waitForInbox(page);

    const accounts = page.getByRole("region", { name: "Accounts in this browser" });
    const isHere = (name: string): Promise<void> =>
      accounts.getByRole("listitem").filter({ hasText: name }).getByText("current").waitFor();
    await page.goto(`${getHomeUrl()}/me`);
    await accounts.getByRole("link").click();
    await page.getByText("You stay signed in to your other account").waitFor();
    await signInWithPassword(page, other);
    await waitForInbox(page);
    await page.goto(`${getHomeUrl()}/me`);
    await isHere("Second");
    // A page of the previous account would write into the new one, so it closes in spite of unsaved
    // text.
    const oldPage = await context.newPage();
    await oldPage.goto(`${getHomeUrl()}/me`);
    await oldPage.getByRole("textbox", { name: "Name" }).pressSequentially("!");
    await accounts.getByRole("button", { name: /Acme/ }).click();
    await Promise.all([waitForInbox(page), waitForInbox(oldPage)]);
    await oldPage.close();
    await page.goto(`${getHomeUrl()}/me`);
    await isHere("Acme");
    await expect.poll(() => page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Kim");
    expect(filterFaults(faults, "HTTP Authentication failed")).toEqual([]);
    await context.close();
    await mail.stop();
  },
);
