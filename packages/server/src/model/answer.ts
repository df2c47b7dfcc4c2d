import type { TSchema } from "typebox";
import { Check } from "typebox/value";
import type { RawAnswer } from "./client.ts";
import { ModelFault } from "./fault.ts";
import type { Mask } from "./mask.ts";
import type { ModelTool, WrittenAnswer } from "./types.ts";

interface AnswerForm {
  readonly schema: TSchema | undefined;
  readonly tools: readonly ModelTool[] | undefined;
  readonly mask: Mask;
}

/** Checks an answer and restores its values. Throws ModelFault (MODEL-031). */
export function readAnswer(
  { text, calls, finish }: RawAnswer,
  { schema, tools = [], mask }: AnswerForm,
): WrittenAnswer {
  if (finish === null) throw new ModelFault("cut", "The answer ended before its end.");
  if (finish === "length") throw new ModelFault("cut", "The model reached its limit of tokens.");
  if (finish === "content_filter")
    throw new ModelFault("refused", "A filter of the server refused the answer.");
  if (calls.length > 0)
    return {
      text: mask.restore(text),
      json: null,
      calls: calls.map(({ name, json }) => {
        const tool = tools.find((offered) => offered.name === name);
        if (tool === undefined)
          throw new ModelFault(
            "wrong_form",
            `The model called a tool that does not exist: ${name.slice(0, 60)}.`,
          );
        const input = mask.restoreJson(parseJson(json === "" ? "{}" : json));
        if (!Check(tool.parameters, input))
          throw new ModelFault("wrong_form", `The model called ${name} with wrong arguments.`);
        return { name, input };
      }),
    };
  if (text.trim() === "") throw new ModelFault("empty", "The answer is empty.");
  if (schema === undefined) return { text: mask.restore(text), json: null, calls: [] };
  // Some models put JSON into a block of code.
  const json = mask.restoreJson(
    parseJson(/^\s*```(?:json)?\s([^]*)```\s*$/i.exec(text)?.[1] ?? text),
  );
  if (!Check(schema, json))
    throw new ModelFault("wrong_form", "The answer does not have the fields that were asked for.");
  return { text: mask.restore(text), json, calls: [] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ModelFault("wrong_form", "The answer is not valid JSON.");
  }
}
