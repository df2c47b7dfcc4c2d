import type { HelpCenter } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const stored: HelpCenter = {
  enabled: true,
  title: null,
  host: null,
  languages: ["en", "de"],
  colors: null,
  logo: null,
  logo_dark: null,
  links: [{ label: "Legal notice", url: "https://shop.example/legal" }],
  index: true,
  chat_widget_id: null,
  in_window: false,
  url: "https://chat.example/help",
  managed: false,
};

test("[HELP-014] [HELP-012] the page of the help centre saves languages, links and the five colours", async () => {
  const { screen, user, changes } = await renderApp("/settings/help-center", {
    "GET /me": createOperator({ name: "Olga", role: "owner" }),
    "GET /help-center": stored,
    "PATCH /help-center": ({ body }) => ({ ...stored, ...(body as Partial<HelpCenter>) }),
  });
  const languages = await screen.findByRole<HTMLInputElement>("textbox", { name: /Languages/ });
  expect(languages.value).toBe("en de");
  expect(screen.getByRole("link", { name: "Open the help centre" }).getAttribute("href")).toBe(
    stored.url,
  );
  const save = () => user.click(screen.getByRole("button", { name: "Save" }));
  await user.clear(languages);
  await user.type(languages, "en german!");
  await save();
  await screen.findByText("Enter language codes, separated by spaces.");
  await user.clear(languages);
  await user.type(languages, "en fr");
  const links = screen.getByRole<HTMLTextAreaElement>("textbox", { name: /Links in the footer/ });
  expect(links.value).toBe("Legal notice https://shop.example/legal");
  await user.type(links, "{Enter}Write to us mailto:shop@example.com");
  await user.click(screen.getByRole("switch", { name: /Own colours/ }));
  const buttons = await screen.findByRole<HTMLInputElement>("textbox", { name: "Buttons" });
  await user.clear(buttons);
  await user.type(buttons, "#123456");
  await save();
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]?.body).toMatchObject({
    languages: ["en", "fr"],
    links: [...stored.links, { label: "Write to us", url: "mailto:shop@example.com" }],
    colors: { brand: "#123456", band: expect.stringMatching(/^#/) },
  });
  within(document.body).getByRole("heading", { name: "Help centre" });
});
