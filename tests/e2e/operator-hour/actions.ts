import type { FrameLocator, Page } from "playwright-core";
import { messageField } from "../inbox-fixture.ts";
import type { HourInstallation } from "./installation.ts";

/** What operators and visitors find and do on their screens in several steps. */

/** Returns the chat window of the visitor. */
export const getWindow = ({ visitor }: HourInstallation): FrameLocator =>
  visitor.frameLocator("parlour-widget iframe");
/** Returns the field in which the visitor writes. */
export const windowField = (installation: HourInstallation) =>
  getWindow(installation).getByRole("textbox", { name: "Message" });
/** Shown name of each visitor, who has told nothing. */
export const visitorName = "Visitor";
/** Returns the row of the round's chat in the inbox. Each round has one, numbered from 1. */
export const chatRow = (page: Page, round: number) =>
  page
    .getByRole("grid")
    .getByRole("row")
    .filter({ has: page.getByText(String(round), { exact: true }).and(page.locator(".via")) });
/** Returns the item of the rail that counts the offered chats. Every screen shows it (CORE-151). */
export const offer = (page: Page) => page.getByRole("button", { name: /Open the queue$/ });
/** Opens a section of the navigation. */
export const openSection = (page: Page, name: string): Promise<void> =>
  page
    .getByRole("navigation")
    .getByRole("link", { name: new RegExp(`^${name}`) })
    .first()
    .click();
/** Opens the menu of the operator's status, and chooses an entry. */
export async function chooseInStatusMenu(page: Page, entry: RegExp): Promise<void> {
  await page.getByRole("button", { name: /Change status/ }).click();
  await page
    .getByRole("menuitem", { name: entry })
    .or(page.getByRole("menuitemradio", { name: entry }))
    .click();
}
/** Sends a message from the open chat. */
export async function sendToVisitor(page: Page, text: string): Promise<void> {
  await messageField(page).fill(text);
  await messageField(page).press("Enter");
}
/** Sends a message of the visitor. */
export async function sendToOperators(installation: HourInstallation, text: string): Promise<void> {
  await windowField(installation).fill(text);
  await windowField(installation).press("Enter");
}
/**
 * Returns the row of the round's visitor in the list of visitors on the site. The visitor of the
 * round before may still be there.
 */
export const visitorRow = (page: Page, round: number) =>
  page.locator("table.here tbody tr").filter({ has: page.getByText(`#${round}`, { exact: true }) });
