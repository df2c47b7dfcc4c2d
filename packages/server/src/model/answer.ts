import type { TSchema } from "typebox";
import { Check, Default } from "typebox/value";
import type { RawAnswer } from "./client.ts";
import { ModelFault } from "./fault.ts";
import type { Mask } from "./mask.ts";
import type { ModelTool, WrittenAnswer } from "./types.ts";
import { listJson, stripFence, stripReasoning } from "./written-text.ts";

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
  const answer = stripReasoning(text);
  if (schema === undefined) {
    if (answer === "") throw new ModelFault("empty", "The answer is empty.");
    return { text: mask.restore(stripFence(answer)), json: null, calls: [] };
  }
  if (text.trim() === "") throw new ModelFault("empty", "The answer is empty.");
  return { text: mask.restore(answer), json: readJson(text, schema, mask), calls: [] };
}

/** Returns the first object of the answer that fits. Fields with a default may be missing. */
function readJson(text: string, schema: TSchema, mask: Mask): unknown {
  let hasJson = false;
  for (const value of listJson(text)) {
    hasJson = true;
    for (const candidate of unwrap(value)) {
      const json = mask.restoreJson(Default(schema, structuredClone(candidate)));
      if (Check(schema, json)) return json;
    }
  }
  throw new ModelFault(
    "wrong_form",
    hasJson
      ? "The answer does not have the fields that were asked for."
      : "The answer is not valid JSON.",
  );
}
/** Some models put the object into a list, or into a field such as `answer` or `arguments`. */
function* unwrap(value: unknown): Generator<unknown> {
  yield value;
  if (typeof value !== "object" || value === null) return;
  yield* Object.values(value).filter((inner) => typeof inner === "object" && inner !== null);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ModelFault("wrong_form", "The answer is not valid JSON.");
  }
}
