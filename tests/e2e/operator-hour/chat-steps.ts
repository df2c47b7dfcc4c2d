import { expect } from "vitest";
import type { Page } from "playwright-core";
import { conversationPane, messageBubble, messageField, offerCard } from "../inbox-fixture.ts";
import { createPng } from "../media-samples.ts";
import {
  chatRow,
  getWindow,
  offer,
  openSection,
  sendToOperators,
  sendToVisitor,
  visitorName,
  visitorRow,
  windowField,
} from "./actions.ts";
import type { HourStep } from "./step.ts";

/** Waits until the last picture of each page is loaded. */
async function waitForPicture(pages: readonly Page[], count: number): Promise<void> {
  for (const page of pages) {
    const pictures = conversationPane(page).locator(`img[src*="/files/"]`);
    await expect.poll(() => pictures.count()).toBeGreaterThanOrEqual(count);
    await expect
      .poll(() => pictures.last().evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
}
const attach = (page: Page, name: string): Promise<void> =>
  page
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name, mimeType: "image/png", buffer: createPng(320, 240) });

const arrive: HourStep = {
  name: "a visitor comes to the site",
  async run(installation, round) {
    await installation.openVisitor();
    for (const page of [installation.pages.ann, installation.pages.max]) {
      await openSection(page, "Visitors");
      await visitorRow(page, round)
        .getByRole("button", { name: /^Invite/ })
        .waitFor();
    }
  },
};
/** The answer to an invitation is first offered to the operator who invited (CORE-155). */
const invite: readonly HourStep[] = [
  {
    name: "Ann invites the visitor",
    async run(installation, round) {
      const { ann, max } = installation.pages;
      const pane = ann.locator("aside.one");
      await visitorRow(ann, round)
        .getByRole("button", { name: /^Invite/ })
        .click();
      await pane.getByRole("textbox", { name: "Invitation" }).fill("Can I help?");
      await pane.getByRole("button", { name: "Invite", exact: true }).click();
      await getWindow(installation).getByText("Can I help?").first().waitFor();
      await pane.getByText("· shown").waitFor();
      await visitorRow(max, round)
        .filter({ hasText: /Invited \d+:\d\d ago/ })
        .waitFor();
    },
  },
  {
    name: "the visitor answers, and the chat is offered to Ann",
    async run(installation) {
      await sendToOperators(installation, "The blue one?");
      await offer(installation.pages.ann).waitFor();
      await offer(installation.pages.annsPhone).waitFor();
    },
  },
];
const write: readonly HourStep[] = [
  {
    name: "the visitor opens the window",
    async run(installation) {
      await installation.visitor.locator("parlour-widget button.l").click();
      await windowField(installation).waitFor();
    },
  },
  {
    name: "the visitor writes, and the chat is offered to all",
    async run(installation) {
      await sendToOperators(installation, "The blue one?");
      for (const page of Object.values(installation.pages)) await offer(page).waitFor();
    },
  },
];

const acceptAndWrite: readonly HourStep[] = [
  {
    name: "Ann accepts",
    async run({ pages: { ann, annsPhone, max } }) {
      await openSection(ann, "Inbox");
      await offerCard(ann).getByRole("button", { name: "Reply" }).click();
      await messageBubble(ann, "The blue one?").waitFor();
      for (const page of [annsPhone, max]) await offer(page).waitFor({ state: "hidden" });
    },
  },
  {
    name: "Max looks at the chat",
    async run({ pages: { ann, max } }, round) {
      await openSection(max, "Inbox");
      await max
        .getByRole("navigation", { name: "Views" })
        .getByRole("link", { name: /^All/ })
        .click();
      await chatRow(max, round).click();
      await conversationPane(max).getByText("with Ann").first().waitFor();
      await conversationPane(ann)
        .getByText(/Max Weber/)
        .first()
        .waitFor();
    },
  },
  {
    name: "the visitor types",
    compared: ["visitor"],
    async run(installation) {
      const { ann, max } = installation.pages;
      await windowField(installation).pressSequentially("And in gre");
      for (const page of [ann, max])
        await conversationPane(page)
          .getByText(/is typing/)
          .waitFor();
    },
  },
  {
    name: "the visitor stops typing and sends",
    async run(installation) {
      const { ann, max } = installation.pages;
      await sendToOperators(installation, "And in green?");
      for (const page of [ann, max]) await messageBubble(page, "And in green?").waitFor();
    },
  },
  {
    name: "Ann types, and her second device has the draft",
    async run(installation, round) {
      const { ann, annsPhone } = installation.pages;
      await messageField(ann).pressSequentially("Yes, in both");
      await getWindow(installation).locator(".pw-typing").waitFor();
      await chatRow(annsPhone, round).getByText("Yes, in both").waitFor();
    },
  },
  {
    name: "Ann sends, and the visitor has seen it",
    async run(installation) {
      const { ann, max } = installation.pages;
      await sendToVisitor(ann, "Yes, in both colours");
      await getWindow(installation).getByText("Yes, in both colours").first().waitFor();
      await messageBubble(max, "Yes, in both colours").waitFor();
      await messageBubble(ann, "Yes, in both colours").getByText("Seen").waitFor();
    },
  },
];

const filesAndMarks: readonly HourStep[] = [
  {
    name: "the visitor sends a picture",
    async run(installation) {
      const { ann, max } = installation.pages;
      await getWindow(installation)
        .locator('input[type="file"]')
        .first()
        .setInputFiles({ name: "bowl.png", mimeType: "image/png", buffer: createPng(320, 240) });
      await waitForPicture([ann, max], 1);
    },
  },
  {
    name: "Ann sends a picture",
    async run(installation) {
      const { ann, max } = installation.pages;
      await attach(ann, "green.png");
      await messageField(ann).press("Enter");
      await waitForPicture([ann, max], 2);
      await expect
        .poll(() => getWindow(installation).locator(`img[src*="/files/"]`).count())
        .toBeGreaterThanOrEqual(2);
    },
  },
  {
    name: "the visitor writes while Ann reads the list of all chats",
    async run(installation, round) {
      const { ann, annsPhone } = installation.pages;
      await openSection(ann, "Search");
      // The list is complete before anything of it changes.
      await ann
        .getByRole("link", { name: `${visitorName} ${round} ` })
        .getByText("green.png")
        .waitFor();
      await sendToOperators(installation, "Is it in stock?");
      await chatRow(annsPhone, round).getByText("1 unread").waitFor();
    },
  },
  {
    name: "Ann reads, and her second device has the mark",
    async run({ pages: { ann, annsPhone } }, round) {
      await openSection(ann, "Inbox");
      await chatRow(ann, round).click();
      await messageBubble(ann, "Is it in stock?").waitFor();
      await chatRow(annsPhone, round)
        .getByText(/unread/)
        .waitFor({ state: "hidden" });
    },
  },
  {
    name: "Ann writes a note",
    async run({ pages: { ann, max } }) {
      await ann.getByRole("tab", { name: "Note" }).click();
      const field = ann.getByRole("textbox", { name: "Note", exact: true });
      await field.fill("The workshop has three");
      await field.press("Enter");
      await messageBubble(max, "The workshop has three").waitFor();
      await ann.getByRole("tab", { name: "Reply" }).click();
    },
  },
];

/**
 * Returns the steps from the arrival of the round's visitor to the end of Ann's work on the chat.
 * In each second round, from the first one on, the visitor is invited.
 */
export const listChatSteps = (round: number): readonly HourStep[] => [
  arrive,
  ...(round % 2 === 1 ? invite : write),
  ...acceptAndWrite,
  ...filesAndMarks,
];
