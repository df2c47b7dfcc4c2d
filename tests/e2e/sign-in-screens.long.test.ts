import { startTestParlour, type TestOperator, type TestParlour } from "@parlour/testkit";
import { openContext, useSharedBrowser, collectPageErrors } from "@parlour/testkit/browser";
import { generate } from "otplib";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allViews, checkScreen } from "./screen-check.ts";
import {
  findMisplaced,
  readOutline,
  findTruncated,
  setPseudoLanguage,
  findUntranslated,
} from "./pseudo-language.ts";

/**
 * Screens before and around the application in every view: sign-in, second step, new passwords,
 * re-authentication (CORE-013 – CORE-017).
 */

describe.skipIf(process.env["LONG"] === undefined)("gates", () => {
  const minutes = 60_000;
  const browser = useSharedBrowser();
  let parlour: TestParlour;
  let kim: TestOperator;
  let home: string;
  let context: BrowserContext;
  let page: Page;
  let faults: string[];

  beforeAll(async () => {
    parlour = await startTestParlour();
    // Passkeys belong to a host name.
    home = `http://localhost:${parlour.port}`;
    kim = await parlour.operator("admin", "Kim");
    const mail = { host: "127.0.0.1", port: 9, tls: "none", from: "Teapots <chat@shop.example>" };
    expect((await parlour.owner.call("PUT", "instance/mail", mail)).status).toBe(200);
    const acme = {
      id: "acme",
      name: "Acme login",
      issuer: "https://login.acme.example",
      client_id: "parlour",
    };
    const rest = { secret: null, domains: [], role: null, account_id: null, managed: false };
    await parlour.sql("update instance set oidc = $1", [JSON.stringify([{ ...acme, ...rest }])]);
  });
  afterAll(async () => {
    await browser.close();
    await parlour.close();
  });
  beforeEach(async () => {
    context = await openContext(browser);
    page = await context.newPage();
    faults = collectPageErrors(page, { cuts: true });
    return async () => {
      expect(faults).toEqual([]);
      await context.close();
    };
  });

  const see = (name: string): Promise<readonly string[]> =>
    checkScreen(page, name, { views: allViews });
  const post = async (path: string, data: object = {}): Promise<Record<string, string>> => {
    const answer = await context.request.post(`${home}/api/v1/${path}`, {
      data,
      headers: { origin: home },
    });
    expect([path, answer.ok(), answer.ok() ? "" : await answer.text()]).toEqual([path, true, ""]);
    return (await answer.json().catch(() => ({}))) as Record<string, string>;
  };
  const enter = async (): Promise<void> => {
    await page.goto(`${home}/signin`);
    await page.getByRole("textbox", { name: "Email" }).fill(kim.email);
    await page.getByRole("textbox", { name: "Password" }).fill(kim.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  };
  /** Checks longer texts and the mirrored layout, for pages whose state survives a reload. */
  const inOtherWords = async (name: string): Promise<readonly string[]> => {
    const still = (): Promise<void> =>
      expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
    const before = await readOutline(page);
    await setPseudoLanguage(page, "long");
    await page.getByText("⟦").first().waitFor();
    await still();
    const problems = [
      ...(await findUntranslated(page, [
        "Parlour",
        "Acme login",
        "English",
        "Русский",
        "Kim",
        kim.email,
      ])),
    ]
      .map((text) => `${name}: in no catalogue: ${text}`)
      .concat(
        await findTruncated(page),
        await checkScreen(page, `long-${name}`, { views: ["compact", "phone"] }),
      );
    await setPseudoLanguage(page, "rtl");
    await page.getByText("\u202E").first().waitFor();
    await still();
    problems.push(
      ...findMisplaced(before, await readOutline(page)).map((text) => `${name}: ${text}`),
    );
    problems.push(...(await checkScreen(page, `rtl-${name}`, { views: ["compact", "phone"] })));
    await setPseudoLanguage(page, null);
    return problems;
  };

  test(
    "[API-010] [API-017] [CORE-052] sign-in, its faults, a forgotten password, a provider that refused",
    { timeout: 5 * minutes },
    async () => {
      await page.goto(`${home}/signin`);
      await page.getByText("Acme login").waitFor();
      const problems = [...(await see("signin")), ...(await inOtherWords("signin"))];
      await page.goto(`${home}/signin`);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page
        .getByRole("textbox", { name: "Email" })
        .and(page.locator("[aria-invalid=true]"))
        .waitFor();
      problems.push(...(await see("signin-missing")));
      await page.getByRole("textbox", { name: "Email" }).fill("nobody@shop.example");
      await page.getByRole("textbox", { name: "Password" }).fill("not this one");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByRole("alert").waitFor();
      problems.push(...(await see("signin-wrong")));
      await page.goto(`${home}/forgot`);
      await page.getByRole("textbox", { name: "Email" }).waitFor();
      problems.push(...(await see("forgot")), ...(await inOtherWords("forgot")));
      await page.goto(`${home}/forgot`);
      await page.getByRole("textbox", { name: "Email" }).fill("nobody@shop.example");
      await page.locator("button[type=submit]").click();
      await page.locator(".alert.ok").waitFor();
      problems.push(...(await see("forgot-sent")));
      await page.goto(`${home}/signin/oidc?error=access_denied&state=x`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      problems.push(...(await see("oidc-refused")));
      expect(problems.join("\n")).toBe("");
    },
  );

  test(
    "[CORE-013] [CORE-014] [CORE-052] own factors, the second step, a fresh proof",
    { timeout: 5 * minutes },
    async () => {
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
      await enter();
      await page.waitForURL(/\/inbox\//);
      await page.goto(`${home}/me`);
      await page.getByRole("button", { name: "Set up an authenticator app" }).click();
      const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
      const secret = (
        await dialog.getByRole("textbox", { name: "Or enter this key" }).inputValue()
      ).replaceAll(" ", "");
      const problems = [...(await see("totp"))];
      const code = await generate({ secret, epoch: Math.floor(parlour.clock.now() / 1000) });
      await dialog.getByRole("textbox", { name: "Code", exact: true }).fill(code);
      await dialog.getByRole("button", { name: "Set up" }).click();
      const codes = page.getByRole("alertdialog", { name: "Recovery codes" });
      await codes.getByRole("listitem").first().waitFor();
      problems.push(...(await see("codes")));
      await codes.getByRole("button", { name: "I have saved them" }).click();
      await page.getByRole("button", { name: "Add passkey" }).click();
      await page.getByText(/^Passkey: /).waitFor();
      await page.getByText("Recent sign-ins").click();
      await page
        .getByRole("heading", { name: "Two-factor authentication" })
        .scrollIntoViewIfNeeded();
      problems.push(...(await checkScreen(page, "me-secured", { views: allViews, tall: true })));
      await page.getByRole("button", { name: /^Remove: (?!Authenticator)/ }).click();
      await page.getByRole("alertdialog").waitFor();
      problems.push(...(await see("passkey-remove")));
      await page.keyboard.press("Escape");

      await parlour.settle();
      await parlour.clock.advance(15 * minutes);
      await page.goto(`${home}/settings/keys`);
      await page.getByRole("button", { name: "Create key" }).first().click();
      await page.getByRole("textbox", { name: "Name" }).fill("Warehouse");
      await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
      await page.getByRole("dialog", { name: "Confirm it’s you" }).waitFor();
      problems.push(...(await see("confirm")));

      await context.clearCookies();
      // A page with unsaved text asks before it is left.
      expect(faults).toEqual([]);
      await page.close();
      page = await context.newPage();
      faults = collectPageErrors(page, { cuts: true });
      await enter();
      await page.getByRole("heading", { name: "Two-factor authentication" }).waitFor();
      problems.push(...(await see("second-step")));
      expect(problems.join("\n")).toBe("");
    },
  );

  test(
    "[CORE-013] [CORE-052] who must set up a second factor first",
    { timeout: 5 * minutes },
    async () => {
      const ivan = await parlour.operator("operator", "Ivan Petrov");
      await parlour.sql("update account set second_factor_from = now() - interval '1 day'");
      await post("sessions", { email: ivan.email, password: ivan.password });
      await page.goto(`${home}/secure`);
      await page.getByRole("heading", { name: "Set up a second factor" }).waitFor();
      await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
      const problems = [...(await see("secure")), ...(await inOtherWords("secure"))];
      expect(problems.join("\n")).toBe("");
    },
  );
});
