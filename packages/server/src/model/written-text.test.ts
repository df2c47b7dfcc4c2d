import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { readAnswer } from "./answer.ts";
import { noMask } from "./mask.ts";
import { createReasoningFilter, readCitations, stripReasoning } from "./written-text.ts";

const Answer = Type.Object(
  {
    text: Type.String(),
    sources: Type.Array(Type.Integer()),
    reason: Type.String({ default: "" }),
  },
  { additionalProperties: false },
);
const value = { text: 'Use "{curly}" or </think>.', sources: [1], reason: "It says so." };
const json = JSON.stringify(value);
const pretty = JSON.stringify(value, null, 2);

/** The same answer as models and the servers in front of them return it. */
const wrappings: Readonly<Record<string, string>> = {
  "nothing around it": json,
  "a byte order mark": `\uFEFF${json}`,
  "a fence": `\`\`\`json\n${pretty}\n\`\`\``,
  "a fence between words": `Here you are:\n\`\`\`\n${pretty}\n\`\`\`\nAnything else?`,
  reasoning: `<think>\nThe passage {1} says it.\n</think>\n${json}`,
  "reasoning with another answer in it": `<think>{"text":"No","sources":[2],"reason":""}</think>${json}`,
  "reasoning whose beginning is missing": `The passage says it.</think>${json}`,
  "reasoning without an end": `<think>The passage says it. ${json}`,
  "a block named reasoning": `<reasoning>So {…}</reasoning>\n\n${json}`,
  channels: `<|channel|>analysis<|message|>The passage says {it}.<|end|><|start|>assistant<|channel|>final<|message|>${json}<|return|>`,
  "a constrained channel": `<|channel|>final <|constrain|>json<|message|>${json}`,
  "brackets of another family": `[THINK]Let me see.[/THINK]${json}</s>`,
  "words around it": `Here is the JSON:\n${json}\nHope it helps`,
  "words with brackets": `The answer in {JSON} is: ${json}`,
  "a list": `[${json}]`,
  "a text of JSON": JSON.stringify(json),
  "a field": `{"name":"answer","arguments":${json}}`,
  "a comma at the end": pretty.replace(/\n\}$/u, ",\n}"),
};

const read = (text: string) =>
  readAnswer(
    { text, calls: [], finish: "stop", usage: null },
    { schema: Answer, tools: undefined, mask: noMask },
  ).json;

describe("what models write", () => {
  it.each(Object.entries(wrappings))("[MODEL-085] JSON in %s is read", (_, text) => {
    expect(read(text)).toEqual(value);
  });
  it("[MODEL-085] a line break in a text, and a missing field with a default, are read", () => {
    expect(read('{"text":"Two\nlines","sources":[]}')).toEqual({
      text: "Two\nlines",
      sources: [],
      reason: "",
    });
  });
  it.each(["", "Three days.", '{"text":1}', "{{{{", `<think>${json}</think>Three days.`])(
    "[MODEL-085] %j is no answer",
    (text) => {
      expect(() => read(text)).toThrow();
    },
  );
  it("[MODEL-085] a text loses reasoning and the marks of its format, and keeps its own brackets", () => {
    expect(
      [
        "<think>Hm.</think>\n\nThree days.",
        "Hm.</think>Three days.",
        "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Three days.<|return|>",
        "\uFEFFThree days.<|im_end|>",
        "<thinking>Hm.\n</thinking>Three days.",
        "◁think▷Hm.◁/think▷Three days.",
      ].map(stripReasoning),
    ).toEqual(Array.from({ length: 6 }, () => "Three days."));
    expect(stripReasoning("Use <b>bold</b> and a < b.")).toBe("Use <b>bold</b> and a < b.");
    expect(stripReasoning("<think>It never ends")).toBe("");
  });
  it("[MODEL-085] reasoning of a streamed answer is not shown", () => {
    const stream = (text: string, size: number): string => {
      let shown = "";
      const add = createReasoningFilter((part) => void (shown += part));
      for (let at = 0; at < text.length; at += size) add(text.slice(at, at + size));
      return shown;
    };
    const channels = "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant";
    for (const size of [1, 3, 200]) {
      expect(stream("<think>Hm, <b>.</think>\nThree days, I think.", size)).toContain("Three days");
      expect(stream("<think>Hm.</think>Three days.", size)).toBe("Three days.");
      expect(stream("<b>Three</b> days.", size)).toBe("<b>Three</b> days.");
      expect(stream(" Three days.", size)).toBe(" Three days.");
      expect(stream(`${channels}<|channel|>final<|message|>Three days.`, size)).toBe("Three days.");
    }
  });
  it("[MODEL-086] marks of sources leave a text, and name their sources", () => {
    for (const [text, numbers] of [
      ["Three days [1].", [1]],
      ["Three days [1][2].", [1, 2]],
      ["Three days [1, 3].", [1, 3]],
      ["Three days 【1†source】.", [1]],
      ["Three days【4:0†delivery.md】.", [4]],
      ["Three days [^2].", [2]],
      ["Three days [[2]].", [2]],
      ["Three days [Source: 2].", [2]],
      ["Three days \uE200cite\uE202turn0search0\uE201.", []],
    ] as const) {
      const read = readCitations(text);
      expect([text, read.text, [...read.numbers]]).toEqual([text, "Three days.", numbers]);
    }
    expect(readCitations("See [1](https://a.example) and [A-17].").text).toBe(
      "See [1](https://a.example) and [A-17].",
    );
  });
});
