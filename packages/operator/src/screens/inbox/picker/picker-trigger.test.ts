import { expect, test } from "vitest";
import { findPickerTrigger } from "./use-picker.ts";

const at = (text: string) => {
  const caret = text.indexOf("|");
  const trigger = findPickerTrigger(text.replace("|", ""), caret);
  return trigger && [trigger.character, trigger.query, trigger.from];
};

test("a sign opens its picker at the start of a word only", () => {
  expect(at("/|")).toEqual(["/", "", 0]);
  expect(at("Hello /ret| there")).toEqual(["/", "ret", 6]);
  expect(at("line\n@iv|")).toEqual(["@", "iv", 5]);
  expect(at("and/or|")).toBeNull();
  expect(at("a@b.example|")).toBeNull();
  expect(at("https://x.example/|")).toBeNull();
  expect(at("/a b|")).toBeNull();
});

test("a colon is an emoji from two letters on, never a time or a smiley", () => {
  expect(at("(:smi|")).toEqual([":", "smi", 1]);
  expect(at(":s|")).toBeNull();
  expect(at(":)|")).toBeNull();
  expect(at("at 10:30|")).toBeNull();
  expect(at(":улы|")).toEqual([":", "улы", 0]);
});

test("a long word is no trigger", () => {
  expect(findPickerTrigger(`/${"a".repeat(60)}`, 61)).toBeNull();
});
