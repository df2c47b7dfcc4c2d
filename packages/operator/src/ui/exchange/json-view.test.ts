import { describe, expect, it } from "vitest";
import { formatJson } from "./json-view.ts";

const text = (source: string) =>
  formatJson(source)
    ?.map((piece) => piece.text)
    .join("") ?? null;

describe("JSON as shown in the ledger", () => {
  it("[API-050] values are laid out, digits and repeated keys kept", () => {
    expect(text('{"id":12345678901234567890,"id":1.50,"list":[1,{"a":"b"}],"none":{}}')).toBe(
      '{\n  "id": 12345678901234567890,\n  "id": 1.50,\n  "list": [\n    1,\n    {\n      "a": "b"\n    }\n  ],\n  "none": {}\n}',
    );
  });
  it("[API-050] braces, quotes and colons inside strings stay text", () => {
    expect(text('{"a":"{\\"x\\": [1,2]}"}')).toBe('{\n  "a": "{\\"x\\": [1,2]}"\n}');
    expect(formatJson('{"a":"b"}')?.map((piece) => piece.kind)).toEqual([
      "plain",
      "key",
      "plain",
      "string",
      "plain",
    ]);
  });
  it("[API-050] what is not JSON is not laid out", () => {
    expect(formatJson("<html>")).toBeNull();
    expect(formatJson("")).toBeNull();
  });
});
