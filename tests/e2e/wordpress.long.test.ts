import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findAxeViolations, openContext } from "@parlour/testkit/browser";
import type { Channel, Chat } from "@parlour/protocol";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packWordPressPlugin } from "../../tools/release/wordpress-plugin.ts";
import { openWidgetSite, type WidgetSite } from "./widget-site-fixture.ts";
import { hasWordPress, startWordPress, type WordPress } from "./wordpress-fixture.ts";

/** A plug-in that answers as WooCommerce does, with a cart and an order. */
const shop = `<?php
/* Plugin Name: Test shop */
class Test_Item { function get_name() { return 'Bowl <b>blue</b>'; } }
class Test_Cart {
  function is_empty() { return isset($_COOKIE['empty']); }
  function get_cart() { return [['quantity' => 2, 'data' => new Test_Item()]]; }
  function get_total($context) { return '58.5'; }
}
class Test_Order {
  function get_order_number() { return '1042'; }
  function get_status() { return 'processing'; }
  function get_total() { return '120'; }
  function get_currency() { return 'EUR'; }
  function get_date_created() { return null; }
  function get_edit_order_url() { return admin_url('post.php?post=1042&action=edit'); }
}
function WC() { return (object) ['cart' => new Test_Cart()]; }
function wc_get_orders($query) { return [new Test_Order()]; }
function wc_get_order_status_name($status) { return ucfirst($status); }
function wc_get_customer_order_count($user) { return 7; }
function wc_get_customer_total_spent($user) { return '840.20'; }
function wc_get_price_decimals() { return 2; }
function get_woocommerce_currency() { return 'EUR'; }
`;
/** A plug-in with the interface of the WP Consent API, which denies until it is asked. */
const consent = `<?php
/* Plugin Name: Test consent */
function wp_has_consent($category) { return false; }
add_action('wp_head', function () { ?><script>
  window.wp_has_consent = function () { return document.cookie.indexOf('consented') !== -1; };
</script><?php });
`;

describe.skipIf(!hasWordPress)("the plug-in for WordPress", () => {
  let fixture: WidgetSite;
  let wordPress: WordPress;
  let widget: Channel;
  let admin: Page;
  beforeAll(async () => {
    [fixture, wordPress] = await Promise.all([openWidgetSite(), startWordPress()]);
    widget = await fixture.createWidget();
    for (const [name, code] of Object.entries({ shop, consent })) {
      const folder = join(wordPress.folder, "site/wp-content/plugins", `test-${name}`);
      mkdirSync(folder);
      writeFileSync(join(folder, `test-${name}.php`), code);
    }
    admin = await (await openContext(fixture.browser)).newPage();
    await admin.goto(`${wordPress.url}/wp-login.php`);
    await admin.getByLabel("Username or Email Address").fill(wordPress.user);
    await admin.getByLabel("Password", { exact: true }).fill(wordPress.password);
    await admin.getByRole("button", { name: "Log In" }).click();
    await admin.waitForURL(/wp-admin/);
  });
  afterAll(async () => {
    await fixture?.close();
    await wordPress?.close();
  });

  const chatButton = (page: Page) => page.locator("parlour-widget button.l");
  const chatWindow = (page: Page) => page.frameLocator("parlour-widget >> nth=0 >> iframe");
  const openSite = async (page: Page) => {
    await page.goto(wordPress.url);
    await chatButton(page).waitFor();
  };
  const openStranger = async () => (await openContext(fixture.browser)).newPage();
  async function write(page: Page, text: string): Promise<Chat> {
    await chatButton(page).click();
    const field = chatWindow(page).getByRole("textbox", { name: /message|question/i });
    await field.fill(text);
    await field.press("Enter");
    const find = async () =>
      (await fixture.listChats("waiting")).find((chat) => chat.last_message?.text === text);
    await expect.poll(find).toBeDefined();
    return (await find()) as Chat;
  }
  const setPlugin = async (name: string, action: "Activate" | "Deactivate") => {
    await admin.goto(`${wordPress.url}/wp-admin/plugins.php`);
    await admin.getByRole("link", { name: `${action} Test ${name}` }).click();
  };

  test("[WG-305] from the file of the plug-in to the first answered message: 6 inputs", async () => {
    const file = join(wordPress.folder, await packWordPressPlugin(wordPress.folder));
    await admin.goto(`${wordPress.url}/wp-admin/plugin-install.php?tab=upload`);
    const startedAt = performance.now();
    await admin.getByLabel("Plugin zip file").setInputFiles(file);
    await admin.getByRole("button", { name: "Install Now" }).click();
    await admin.getByRole("link", { name: "Activate Plugin" }).click();
    await admin
      .getByRole("row", { name: /Parlour Chat/ })
      .getByRole("link", { name: "Settings" })
      .click();
    await admin.getByLabel("Code of the widget").fill(widget.snippet ?? "");
    await admin.getByRole("button", { name: "Save Changes" }).click();
    await admin.getByText("Settings saved.").waitFor();

    const page = await openStranger();
    await openSite(page);
    const chat = await write(page, "Is the blue bowl back?");
    await fixture.callApi("POST", `chats/${chat.id}/messages`, {
      kind: "text",
      text: "Yes, since today.",
      client_id: "answer",
    });
    await chatWindow(page).getByText("Yes, since today.").waitFor();
    console.log(`first answer after ${Math.round(performance.now() - startedAt)} ms`);
    expect(chat.visitor.name).toBeNull();
    await page.close();
  });

  test("[WG-305] a wrong code changes nothing and says why", async () => {
    await admin.goto(`${wordPress.url}/wp-admin/options-general.php?page=parlour_chat`);
    const stored = await admin.getByLabel("Code of the widget").inputValue();
    expect(stored).toMatch(/\/widget\/\w+\.js$/);
    await admin.getByLabel("Code of the widget").fill("<script>alert(1)</script>");
    await admin.getByRole("button", { name: "Save Changes" }).click();
    await admin.getByText("This is not the code of a widget, so nothing was changed.").waitFor();
    expect(await admin.getByLabel("Code of the widget").inputValue()).toBe(stored);
  });

  test("[WG-305] with the secret, operators know who is signed in, and pages contain nothing about them", async () => {
    const { identity_secret: secret } = await fixture.callApi<{ identity_secret: string }>(
      "POST",
      `channels/${widget.id}/identity-secret`,
    );
    await admin.goto(`${wordPress.url}/wp-admin/options-general.php?page=parlour_chat`);
    await admin.getByLabel("Identity secret").fill(secret);
    await admin.getByRole("button", { name: "Save Changes" }).click();
    await admin.getByText("Settings saved.").waitFor();
    expect(await admin.content()).not.toContain(secret);
    await setPlugin("shop", "Activate");
    const html = await (await fetch(wordPress.url)).text();
    expect(html).not.toContain(wordPress.user);
    await openSite(admin);
    const chat = await write(admin, "Where is my order?");
    expect(chat.visitor).toMatchObject({ name: { value: wordPress.user } });
    expect(chat.visitor.email).toMatchObject({ value: "shopkeeper@shop.test" });
    const { custom_data: data } = await fixture.callApi<Chat>("GET", `chats/${chat.id}`);
    expect(data?.map(({ title, content }) => [title, content])).toEqual([
      ["Cart", "2 × Bowl <b>blue</b>: 58.50 EUR"],
      ["Order 1042", "Processing, 120.00 EUR"],
    ]);
    await setPlugin("shop", "Deactivate");
  });

  test("[WG-305] waits for the consent of a visitor, and loads without a reload", async () => {
    await setPlugin("consent", "Activate");
    const page = await openStranger();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(wordPress.url, { waitUntil: "networkidle" });
    expect(requests.filter((url) => url.startsWith(fixture.parlour.url))).toEqual([]);
    await page.evaluate(() => {
      document.cookie = "consented=1";
      document.dispatchEvent(
        new CustomEvent("wp_listen_for_consent_change", { detail: { functional: "allow" } }),
      );
    });
    await chatButton(page).waitFor();
    await setPlugin("consent", "Deactivate");
    await page.close();
  });

  test("[WG-305] the settings have no fault of accessibility of their own, and are gone with the plug-in", async () => {
    await admin.goto(`${wordPress.url}/wp-admin/options-general.php?page=parlour_chat`);
    const found = await findAxeViolations(admin, ["label", "color-contrast", "button-name"]);
    expect(found).toEqual([]);
    await admin.goto(`${wordPress.url}/wp-admin/plugins.php`);
    await admin.getByRole("link", { name: "Deactivate Parlour Chat" }).click();
    admin.on("dialog", (dialog) => void dialog.accept());
    await admin.getByRole("link", { name: "Delete Parlour Chat" }).click();
    await admin.getByText("Parlour Chat was successfully deleted.").waitFor();
    expect(await (await fetch(wordPress.url)).text()).not.toContain("parlour-chat");
  });
});
