import { expect } from "vitest";
import { conversationPane, messageField } from "../inbox-fixture.ts";
import {
  chooseInStatusMenu,
  getWindow,
  openSection,
  sendToVisitor,
  visitorName,
} from "./actions.ts";
import type { Device, HourInstallation } from "./installation.ts";
import type { HourStep } from "./step.ts";

const openPicker = async ({ pages: { max } }: HourInstallation) => {
  await conversationPane(max).getByRole("button", { name: "Transfer", exact: true }).click();
  const dialog = max.getByRole("dialog", { name: `Transfer chat with ${visitorName}` });
  await dialog.waitFor();
  return dialog;
};
const closePicker = async ({ pages: { max } }: HourInstallation): Promise<void> => {
  await max.keyboard.press("Escape");
  await max.getByRole("dialog").waitFor({ state: "hidden" });
};
/** Returns the choice to ask Ann, in the open dialog. An absent operator can only get the chat. */
const askAnn = ({ pages: { max } }: HourInstallation) =>
  max.getByRole("dialog").getByRole("radio", { name: /^Ask Ann/ });
const transferAndPresence: readonly HourStep[] = [
  {
    name: "Ann transfers the chat to Max",
    async run({ pages: { ann, max } }) {
      await conversationPane(ann).getByRole("button", { name: "Transfer", exact: true }).click();
      const dialog = ann.getByRole("dialog", { name: `Transfer chat with ${visitorName}` });
      await dialog.getByRole("radio", { name: /Max Weber/ }).check();
      await dialog.getByRole("textbox", { name: "Comment" }).fill("Knows the workshop");
      await dialog.getByRole("button", { name: "Transfer", exact: true }).click();
      await dialog.waitFor({ state: "hidden" });
      await conversationPane(max)
        .getByText("Ann wants to transfer this chat to you.")
        .first()
        .waitFor();
    },
  },
  {
    name: "Max accepts the transfer",
    async run({ pages: { ann, max } }) {
      await conversationPane(max).getByRole("button", { name: "Accept" }).click();
      await messageField(max).waitFor();
      await conversationPane(ann).getByText("with Max Weber").first().waitFor();
    },
  },
  {
    name: "Ann is away: Max cannot ask her",
    async run(installation) {
      const { ann, annsPhone } = installation.pages;
      await chooseInStatusMenu(ann, /^Away/);
      await annsPhone.getByRole("button", { name: /Ann, Away/ }).waitFor();
      await expect
        .poll(async () => new Set(await installation.readPresence("Ann")))
        .toEqual(new Set(["away"]));
      const dialog = await openPicker(installation);
      await dialog.getByRole("radio", { name: /Ann/ }).check();
      await expect.poll(() => askAnn(installation).isDisabled()).toBe(true);
    },
  },
  {
    name: "Ann is online again: Max can ask her",
    async run(installation) {
      const { ann, annsPhone } = installation.pages;
      await chooseInStatusMenu(ann, /^Online/);
      await annsPhone.getByRole("button", { name: /Ann, Online/ }).waitFor();
      await expect.poll(() => askAnn(installation).isEnabled()).toBe(true);
    },
  },
];

const closeAndSignOut: readonly HourStep[] = [
  {
    name: "Max answers and closes the chat",
    async run(installation) {
      const { max } = installation.pages;
      await closePicker(installation);
      await sendToVisitor(max, "Two are on their way");
      await getWindow(installation).getByText("Two are on their way").first().waitFor();
      await conversationPane(max).getByRole("button", { name: "Close", exact: true }).click();
      await getWindow(installation).getByText("Max Weber ended the chat").first().waitFor();
    },
  },
  {
    name: "the visitor rates the chat",
    async run(installation) {
      const window = getWindow(installation);
      await window.getByRole("button", { name: "Good", exact: true }).click();
      await window.getByRole("textbox", { name: /Tell us more/ }).fill("Quick and kind.");
      await window.getByRole("button", { name: "Send comment" }).click();
      await window.getByText("Thanks for your rating").waitFor();
    },
  },
  {
    name: "Max finds the chat in the list of all chats",
    async run({ pages: { max } }) {
      await openSection(max, "Search");
      await max.getByText(visitorName, { exact: true }).first().waitFor();
    },
  },
  {
    name: "Ann signs out at her first device, and stays online at the second one",
    async run(installation) {
      await signOut(installation, "ann");
      expect(new Set(await installation.readPresence("Ann"))).toEqual(new Set(["online"]));
    },
  },
  {
    name: "Ann signs out at her second device, and is offline",
    async run(installation) {
      await signOut(installation, "annsPhone");
      await expect
        .poll(async () => new Set(await installation.readPresence("Ann")))
        .toEqual(new Set(["offline"]));
    },
  },
  {
    name: "Ann signs in at both",
    async run(installation) {
      await installation.signIn("ann");
      await installation.signIn("annsPhone");
      await installation.spreadSockets("annsPhone");
      await expect
        .poll(async () => new Set(await installation.readPresence("Ann")))
        .toEqual(new Set(["online"]));
    },
  },
];

async function signOut({ pages }: HourInstallation, device: Device): Promise<void> {
  await chooseInStatusMenu(pages[device], /^Sign out/);
  await pages[device].getByRole("textbox", { name: "Password" }).waitFor();
}

/** The steps from the transfer of the chat to the end of Ann's session and a new one. */
export const handOverSteps: readonly HourStep[] = [...transferAndPresence, ...closeAndSignOut];
