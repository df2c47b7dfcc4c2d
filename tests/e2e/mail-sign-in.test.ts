import type { Channel } from "@parlour/protocol";
import {
  startOidcProvider,
  startTestParlour,
  type FakeOidcProvider,
  type TestParlour,
} from "@parlour/testkit";
import { useSharedBrowser } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startMailService, type MailService } from "../../packages/lab/src/services/mail/index.ts";
import { openOperatorPage, type OperatorPage } from "./inbox-fixture.ts";
import { checkScreen, usualViews } from "./screen-check.ts";
import { navigateTo } from "./screens-with-data.ts";

/** The owner of the installation connects a mailbox whose servers accept only tokens. */
const address = "shop@lab.example";
const browser = useSharedBrowser();
let parlour: TestParlour;
let provider: FakeOidcProvider;
let mail: MailService;
let ownerPage: OperatorPage;
let page: Page;

beforeAll(async () => {
  parlour = await startTestParlour({ clock: "system", env: { EGRESS_ALLOW: "127.0.0.0/8" } });
  // Providers send browsers back to the public URL.
  const home = `http://localhost:${parlour.port}`;
  provider = await startOidcProvider(() => `${home}/settings/connectors/new`);
  provider.accounts["shop"] = { email: address, email_verified: true, name: "Shop" };
  mail = await startMailService({
    accounts: { [address]: "" },
    checkToken: async (user, token) =>
      (await provider.findTokenOwner(token)) === user.split("@")[0],
  });
  ownerPage = await openOperatorPage(browser, home, parlour.owner, {
    path: "/settings",
    // The pages of the provider ask for a font of another host.
    setUpContext: async (context) => {
      await context.route("https://fonts.googleapis.com/**", (route) =>
        route.fulfill({ body: "" }),
      );
    },
  });
  ({ page } = ownerPage);
  await page.getByRole("heading", { name: "Settings" }).first().waitFor();
});
afterAll(async () => {
  await ownerPage.checkAndClose();
  await browser.close();
  await parlour.close();
  await Promise.all([mail.stop(), provider.close()]);
});

const check = async (name: string): Promise<void> =>
  expect(await checkScreen(page, name, { views: usualViews, tall: true })).toEqual([]);
const fill = (label: string, value: string): Promise<void> =>
  page.getByLabel(label, { exact: true }).fill(value);
const press = (name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).press("Enter");
const readChannel = async (): Promise<Channel | undefined> =>
  ((await parlour.owner.call("GET", "channels")).body as { items: Channel[] }).items[0];

/** Opens the step "Sign in" for an address, with a provider of the list. */
async function openSignIn(choice: string): Promise<void> {
  await navigateTo(page, "/settings/connectors");
  await navigateTo(page, "/settings/connectors/new");
  await page
    .getByRole("list", { name: "Service" })
    .getByRole("button", { name: "Email" })
    .press("Enter");
  await fill("Address", address);
  await press("Find provider");
  const card = page.getByRole("group", { name: "Provider" }).getByRole("button", { name: choice });
  await card.press("Space");
  await card.press("Enter");
}
/** Signs in on the page of the provider. */
async function signInAtProvider(): Promise<void> {
  await page.waitForURL(`${provider.issuer}/**`);
  await page.getByPlaceholder("Enter any login").fill("shop");
  await page.getByPlaceholder("and password").fill("x");
  await page.getByRole("button", { name: "Sign-in" }).click();
}
/** Gives access on the page of the provider, which knows the user. */
async function consentAtProvider(): Promise<void> {
  await page.waitForURL(`${provider.issuer}/**`);
  await page.getByRole("button", { name: "Continue" }).click();
}
/** Goes back from the page of the provider without a sign-in. */
async function refuseAtProvider(): Promise<void> {
  await page.waitForURL(`${provider.issuer}/**`);
  await page.getByRole("link", { name: "Cancel" }).click();
}

test("[API-482] [MAIL-131] [CFG-142] without a client, Microsoft names what the owner must do; then the owner adds a provider", async () => {
  await openSignIn("Microsoft 365");
  await page.getByText(/must first add Microsoft under Settings/).waitFor();
  expect(await page.getByLabel("Password", { exact: true }).count()).toBe(0);
  await check("mail sign-in without client");

  await page.getByRole("link", { name: "Open Mail server" }).press("Enter");
  const clients = page.getByRole("list", { name: "Providers" });
  await clients.waitFor();
  await check("mail clients empty");
  await page.getByRole("button", { name: "Set up Microsoft" }).press("Enter");
  await page.getByRole("dialog", { name: "Set up Microsoft" }).waitFor();
  await check("mail clients microsoft");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Set up Another provider" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Set up Another provider" });
  await dialog.getByLabel("Name", { exact: true }).fill("Acme mail");
  await dialog.getByLabel("Authorization address").fill(`${provider.issuer}/auth`);
  await dialog.getByLabel("Token address").fill("https://10.0.0.1/token");
  await dialog.getByLabel("Scopes").fill("openid offline_access");
  await dialog.getByLabel("Client ID").fill(provider.client.client_id);
  await dialog.getByLabel("Client secret").fill(provider.client.client_secret);
  await press("Save");
  await dialog.locator("[name=token_url][aria-invalid=true]").waitFor();
  await dialog.getByRole("button", { name: "Allow 10.0.0.1:443 and save" }).waitFor();
  await check("mail clients refused");
  await dialog.getByLabel("Token address").fill(`${provider.issuer}/token`);
  await check("mail clients own");
  await press("Save");
  await clients.getByText("Acme mail").waitFor();
  await check("mail clients");
  await page.getByRole("button", { name: "Edit Another provider" }).press("Enter");
  await page.getByText("Saved. Enter a new value to replace it.").waitFor();
  await page.keyboard.press("Escape");
});

test("[MAIL-124] [MAIL-131] [MAIL-164] a refusal of the provider is shown in its words, and the next sign-in continues with the test", async () => {
  await openSignIn("Another server");
  for (const [part, port] of [
    ["Receiving", mail.imapPort],
    ["Sending", mail.smtpPort],
  ] as const) {
    const server = page.getByRole("group", { name: part });
    await server.getByLabel("Host").fill(mail.host);
    await server.getByLabel("Port").fill(String(port));
    await server.getByLabel("Encryption").selectOption("none");
  }
  await check("mail sign-in");
  await press("Sign in with Acme mail");
  await refuseAtProvider();
  await page.getByText("Acme mail refused the sign-in: End-User aborted interaction.").waitFor();
  await page.waitForURL((url) => url.search === "");
  await check("mail sign-in refused");

  await press("Try again");
  await signInAtProvider();
  await consentAtProvider();
  await page.getByText(`Signed in as ${address}`).waitFor();
  await page.getByText("The email arrived").waitFor();
  await page.waitForURL((url) => url.search === "");
  await check("mail sign-in tested");
  await press("Back");
  await page.getByText("Signed in with Acme mail.").waitFor();
  await check("mail sign-in done");
  await press("Test both ways");
  await page.getByText("The email arrived").waitFor();
  await press("Create channel");
  await page.getByText(/^Tested at .*: works both ways$/).waitFor();
  expect((await readChannel())?.settings).toMatchObject({ oauth: { provider: "own" } });
  // Passwords have no effect beside the access token.
  expect(await page.getByLabel(/password$/i).count()).toBe(0);
  expect(await page.getByLabel("IMAP username").inputValue()).toBe(address);
});

test("[MAIL-129] [MAIL-165] a channel whose access ended is signed in again from its page", async () => {
  const before = await readChannel();
  await provider.revokeAll();
  mail.dropImapConnections();
  await expect.poll(async () => (await readChannel())?.problem?.code).toBe("oauth_again");
  await page.reload();
  const again = page.getByRole("button", { name: "Sign in again" });
  await again.waitFor();
  await check("mail sign-in again");
  await again.press("Enter");
  await refuseAtProvider();
  await page.getByText(/Acme mail refused the sign-in/).waitFor();
  await page.getByRole("heading", { name: `Sign in to ${address} again` }).waitFor();
  expect(await page.getByText("Connect an email address").count()).toBe(0);
  await check("mail sign-in again refused");
  await press("Try again");
  await consentAtProvider();
  await page.getByText("Signed in. The channel uses the new sign-in.").waitFor();
  await page.getByRole("button", { name: "Test now" }).press("Enter");
  await page.getByText(/^Tested at .*: works both ways$/).waitFor();
  await again.waitFor({ state: "detached" });
  const after = await readChannel();
  expect(after?.settings?.["oauth"]).not.toEqual(before?.settings?.["oauth"]);
  expect(new URL(page.url()).pathname).toBe(`/settings/connectors/${before?.id}`);
});
