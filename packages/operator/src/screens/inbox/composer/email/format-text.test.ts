import { expect, test } from "vitest";
import { formatText, type TextFormat } from "./format-text.ts";

/** Formats the text between the two bars, and marks what is selected afterwards with bars. */
function format(text: string, how: TextFormat): string {
  const from = text.indexOf("|");
  const to = text.lastIndexOf("|") - 1;
  const plain = text.replaceAll("|", "");
  const { from: start, to: end, inserted, select } = formatText(plain, [from, to], how);
  const marked = [
    inserted.slice(0, select[0]),
    inserted.slice(select[0], select[1]),
    inserted.slice(select[1]),
  ].join("|");
  return plain.slice(0, start) + marked + plain.slice(end);
}

test("[MAIL-141] bold and italic mark the selected words, without the spaces beside them, and are removed again", () => {
  expect(format("a |new lid| leaves", "bold")).toBe("a **|new lid|** leaves");
  expect(format("a | new lid |leaves", "italic")).toBe("a  *|new lid|* leaves");
  expect(format("a **|new lid|** leaves", "bold")).toBe("a |new lid| leaves");
  expect(format("a *|new lid|* leaves", "italic")).toBe("a |new lid| leaves");
  expect(format("a **|new lid|** leaves", "italic")).toBe("a ***|new lid|*** leaves");
  expect(format("||", "bold")).toBe("**||**");
});

test("[MAIL-141] a link selects its address, or takes a selected address and asks for its text", () => {
  expect(format("see |the guide|", "link")).toBe("see [the guide](|https://|)");
  expect(format("see |https://a.example/x|", "link")).toBe("see [||](https://a.example/x)");
});

test("[MAIL-141] a list makes each selected line an item, and no item again", () => {
  expect(format("Hi\n|one\ntwo|\nend", "list")).toBe("Hi\n- one\n- two||\nend");
  expect(format("- |one\n- two|", "list")).toBe("one\ntwo||");
});
