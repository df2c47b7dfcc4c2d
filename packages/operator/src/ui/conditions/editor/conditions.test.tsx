import type { Condition } from "@parlour/protocol/conditions/condition";
import { findConditionProblem } from "@parlour/protocol/conditions/condition";
import { chatFacts } from "@parlour/protocol/conditions/facts";
import { screen, waitFor, within } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import type { FactCatalogue } from "../fact-catalogue.ts";
import { ConditionEditor } from "./ConditionEditor.tsx";
import { ConditionSentences } from "./ConditionSentences.tsx";
import { SearchTokens } from "./SearchTokens.tsx";

const catalogue: FactCatalogue = {
  facts: chatFacts,
  rows: {
    channel: [{ id: 1, name: "Shop" }],
    department: [
      { id: 4, name: "Orders" },
      { id: 5, name: "Returns" },
    ],
    operator: [{ id: 1, name: "Maya" }],
    bot: null,
    segment: null,
    tag: [
      { id: 7, name: "vip" },
      { id: 8, name: "supplier" },
    ],
  },
};
const isOpen = { fact: "chat.state", op: "is", value: "open" } as const;

/** Renders the editor. `latest` returns the condition after the last change. */
function renderEditor(initial: Condition, showsProblems = false) {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const history = [initial];
  function Host() {
    const [condition, setCondition] = useState(initial);
    return (
      <>
        <ConditionEditor
          condition={condition}
          catalogue={catalogue}
          problem={showsProblems ? findConditionProblem(condition, catalogue.facts) : null}
          onChange={(next) => {
            history.push(next);
            setCondition(next);
          }}
        />
        <SearchTokens condition={condition} rows={catalogue.rows} />
        <ConditionSentences condition={condition} catalogue={catalogue} />
      </>
    );
  }
  root.render(<Host />);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  return { latest: () => history.at(-1), user: userEvent.setup({ document }) };
}
const press = async (name: string | RegExp): Promise<HTMLElement> =>
  screen.findByRole("button", { name });
const chipsOf = (name: string): readonly HTMLElement[] =>
  within(screen.getByRole("group", { name })).getAllByRole("button");

test("[CND-050] a line is written by choosing fact, operator and values, by keyboard", async () => {
  const { user, latest } = renderEditor({ all: [] });
  await screen.findAllByText("No conditions: all chats.");
  (await press("Condition")).focus();
  await user.keyboard("{Enter}");
  const field = await screen.findByRole("combobox", { name: "Choose what to compare" });
  expect(screen.getByRole("group", { name: "Visitor" })).toBeTruthy();
  await user.type(field, "depart");
  await user.keyboard("{Enter}");
  // The list of the values opens by itself.
  const findValues = () => screen.findByRole("combobox", { name: "Department: value" });
  await user.type(await findValues(), "{ArrowDown}{Enter}");
  expect(latest()).toEqual({ all: [{ fact: "chat.department", op: "is", value: 5 }] });
  await user.click(await press("is"));
  await user.click(await screen.findByRole("option", { name: "is any of" }));
  await user.click(await press("Returns"));
  // Space ticks, Enter closes.
  await user.type(await findValues(), " ");
  await waitFor(() =>
    expect(latest()).toEqual({ all: [{ fact: "chat.department", op: "any_of", value: [5, 4] }] }),
  );
  await user.keyboard("{Enter}");
  await screen.findByRole("group", { name: "Department is any of Returns, Orders" });
  expect(document.querySelector("code")?.textContent).toBe("department:Returns department:Orders");
});

test("[CND-050] texts, numbers, times and names have editors of their own", async () => {
  const { user, latest } = renderEditor({
    all: [
      { fact: "chat.page", op: "contains" },
      { fact: "chat.number", op: "at_least" },
      { fact: "chat.created_at", op: "within_last", value: 604_800 },
      { fact: "chat.tag_names", op: "any_of" },
      { fact: "chat.with_bot", op: "is", value: true },
    ],
  });
  await screen.findByRole("group", { name: "Page URL contains" });
  await user.click(chipsOf("Page URL contains")[2]!);
  await user.type(await screen.findByRole("textbox", { name: "Page URL: value" }), "/cart{Enter}");
  await user.click(chipsOf("Chat number is at least")[2]!);
  const number = await screen.findByRole("textbox", { name: "Chat number: value" });
  await user.type(number, "ten{Enter}");
  await screen.findByText("Enter a number.");
  await user.clear(number);
  await user.type(number, "10,5{Enter}");
  await user.click(await press("7 days"));
  const span = await screen.findByRole("textbox", { name: "Created: value" });
  await user.clear(span);
  await user.type(span, "20");
  await user.selectOptions(screen.getByRole("combobox", { name: "Unit" }), "minutes");
  await user.click(screen.getByRole("button", { name: "Apply" }));
  await user.click(chipsOf("Tag names, removed tags too have any of")[2]!);
  await user.type(
    await screen.findByRole("combobox", { name: "Tag names, removed tags too: value" }),
    "old name{Enter}{Enter}",
  );
  await user.click(await press("yes"));
  await user.click(await screen.findByRole("option", { name: "no" }));
  await waitFor(() =>
    expect(latest()).toEqual({
      all: [
        { fact: "chat.page", op: "contains", value: "/cart" },
        { fact: "chat.number", op: "at_least", value: 10.5 },
        { fact: "chat.created_at", op: "within_last", value: 1200 },
        { fact: "chat.tag_names", op: "any_of", value: ["old name"] },
        { fact: "chat.with_bot", op: "is", value: false },
      ],
    }),
  );
});

test("[CND-051] arrow keys walk over chips and lines; ! excludes a line, Delete removes it", async () => {
  const second = { fact: "chat.tags", op: "any_of", value: [7] } as const;
  const { user, latest } = renderEditor({ all: [isOpen, second] });
  await screen.findByRole("group", { name: "State is Open" });
  chipsOf("State is Open")[0]!.focus();
  await user.keyboard("{ArrowRight}{ArrowRight}");
  expect(document.activeElement?.textContent).toBe("Open");
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement?.textContent).toBe("vip");
  await user.keyboard("!");
  expect(latest()).toEqual({ all: [isOpen, { not: second }] });
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Tags"));
  screen.getByRole("group", { name: "Not: Tags have any of vip" });
  screen.getByText("and not");
  await user.keyboard("{Delete}");
  expect(latest()).toEqual({ all: [isOpen] });
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Condition"));
  await user.keyboard("{ArrowUp}{Delete}");
  expect(latest()).toEqual({ all: [] });
  // An empty group of alternatives matches nothing.
  await user.click(await press("All of these"));
  await user.click(await screen.findByRole("menuitemradio", { name: "Any of these" }));
  expect(latest()).toEqual({ any: [] });
  expect(screen.getAllByText("No conditions: no chats.")).toHaveLength(2);
});

test("[CND-051] the menu of a line duplicates it and puts it into a group; a group can be taken apart", async () => {
  const { user, latest } = renderEditor({ all: [isOpen] });
  const choose = async (menu: string, name: string): Promise<void> => {
    await user.click(await press(menu));
    await user.click(await screen.findByRole("menuitem", { name: new RegExp(`^${name}`) }));
  };
  await choose("More: State is Open", "Duplicate");
  expect(latest()).toEqual({ all: [isOpen, isOpen] });
  await user.click((await screen.findAllByRole("button", { name: "More: State is Open" }))[1]!);
  await user.click(await screen.findByRole("menuitem", { name: "Put into a group" }));
  expect(latest()).toEqual({ all: [isOpen, { any: [isOpen] }] });
  within(screen.getByRole("group", { name: "Any of these" })).getByRole("group", {
    name: "State is Open",
  });
  await choose("More: Any of these", "Exclude");
  expect(latest()).toEqual({ all: [isOpen, { not: { any: [isOpen] } }] });
  await user.click(await press("None of these"));
  await user.click(await screen.findByRole("menuitemradio", { name: "All of these" }));
  expect(latest()).toEqual({ all: [isOpen, { all: [isOpen] }] });
  await user.click((await screen.findAllByRole("button", { name: "More: All of these" }))[0]!);
  await user.click(await screen.findByRole("menuitem", { name: /^Remove the group/ }));
  expect(latest()).toEqual({ all: [isOpen, isOpen] });
});

test("[CND-052] a removed value and an unknown fact are named; the other problems after saving", async () => {
  const { user, latest } = renderEditor(
    {
      all: [
        { fact: "chat.tags", op: "any_of", value: [7, 99] },
        { fact: "visitor.pln", op: "is", value: "pro" },
        { fact: "chat.city", op: "is" },
      ],
    },
    true,
  );
  await screen.findByText("Removed since. Only chats that still have it match.");
  screen.getByText("There is no field “visitor.pln”. Remove this condition.");
  await user.click(await press("vip no. 99"));
  const options = await screen.findAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual(["vip", "supplier", "no. 99"]);
  await user.click(options[2]!);
  await user.keyboard("{Escape}");
  expect(latest()).toMatchObject({ all: [{ value: [7] }, {}, {}] });
  chipsOf("visitor.pln")[0]!.focus();
  await user.keyboard("{Delete}");
  await screen.findByText("Choose a value.");
  expect(document.querySelector("code")).toBeNull();
});

test("[CND-053] who cannot change a condition reads it as sentences", async () => {
  renderEditor({
    all: [isOpen, { any: [{ not: { fact: "chat.tags", op: "any_of", value: [7] } }] }],
  });
  await screen.findAllByText("State is Open");
  const sentences = document.querySelector(".sentences")!;
  expect(sentences.querySelector("button")).toBeNull();
  expect([...sentences.querySelectorAll("li")].map((item) => item.textContent)).toEqual([
    "State is Open",
    "Any of theseNot: Tags have any of vip",
    "Not: Tags have any of vip",
  ]);
});
