import type { ModelTest } from "@parlour/protocol/api";
import { Type } from "typebox";
import type { Model, ModelFailure, Question, Written } from "./types.ts";

/** One line of the test (MODEL-050). */
export type ModelCheck = ModelTest["checks"][number];

const ask = (content: string): Question => ({
  messages: [{ role: "user", content }],
});
const Sum = Type.Object({ sum: Type.Integer() }, { additionalProperties: false });
const Order = Type.Object({ number: Type.String() }, { additionalProperties: false });

const germanWords = / (?:der|die|das|ein|ist|wird|am|im|in|und|nach|zu|bei|mein|seit) /i;

/** Checks of the chat model after the first one, with the sentence about a good answer. */
const checks: readonly {
  readonly name: ModelCheck["name"];
  readonly call: Question;
  /** Returns null if the answer is not good. */
  readonly describe: (written: Written, parts: number) => string | null;
  readonly otherwise: string;
}[] = [
  {
    name: "streaming",
    call: ask("Count from one to ten in words."),
    describe: ({ firstMs }, parts) =>
      parts > 1 ? `The answer came in ${parts} parts, the first after ${firstMs} ms.` : null,
    otherwise: "The answer came in one part, so operators wait for all of it.",
  },
  {
    name: "json",
    call: { ...ask("Return the sum of 19 and 23 as JSON with the field sum."), schema: Sum },
    describe: () => "The answer has the fields that were asked for.",
    otherwise: "",
  },
  {
    name: "tools",
    call: {
      ...ask("Find order A-17 with find_order."),
      tools: [{ name: "find_order", description: "Finds an order.", parameters: Order }],
    },
    describe: ({ calls }) =>
      calls[0]?.name === "find_order" ? "The model called the tool with valid arguments." : null,
    otherwise: "The model did not call the tool. Keep tools off for this model.",
  },
  {
    name: "language",
    call: ask("Antworte auf Deutsch mit einem Satz: Wann kommt ein Paket an?"),
    describe: ({ text }) =>
      germanWords.test(` ${text} `) ? "The model answered German in German." : null,
    otherwise: "The model did not answer German in German.",
  },
];

/** Sends small requests to the models of an account and measures them. */
export async function testModel(
  { write, embed, translate }: Omit<Model, "test">,
  account: number,
): Promise<ModelCheck[]> {
  const send = (call: Question) => write({ account, purpose: "test", ...call });
  const done: ModelCheck[] = [];
  const translated = await translate({
    account,
    purpose: "test",
    text: "Where is my parcel? I have been waiting for two weeks.",
    from: "en",
    to: "de",
  });
  const first = await send(ask("Answer with one word: ready."));
  if (!isMissing(translated)) {
    const check = toCheck("translation", translated, "");
    const isGerman = translated.kind === "answered" && germanWords.test(` ${translated.text} `);
    const message = isGerman
      ? `The server translated within ${translated.ms} ms.`
      : "The server did not translate English into German.";
    done.push(translated.kind === "failed" ? check : { ...check, ok: isGerman, message });
  }
  // An account can have a translation server only.
  if (done.length > 0 && isMissing(first)) return done;
  done.push(toCheck("answer", first, `The model answered within ${first.ms} ms.`));
  if (first.kind === "answered")
    for (const { name, call, describe, otherwise } of checks) {
      let parts = 0;
      const onText = (): void => void (parts += 1);
      const written = await send(name === "streaming" ? { ...call, onText } : call);
      done.push(
        written.kind === "failed"
          ? toCheck(name, written, "")
          : {
              ...toCheck(name, written, describe(written, parts) ?? otherwise),
              ok: describe(written, parts) !== null,
            },
      );
    }
  const embedded = await embed({
    account,
    purpose: "test",
    texts: ["Where is my parcel?", "Wo ist mein Paket?"],
  });
  if (!isMissing(embedded) || first.kind === "failed")
    done.push(
      toCheck(
        "embeddings",
        embedded,
        embedded.kind === "answered" ? `${embedded.vectors[0]?.length ?? 0} dimensions.` : "",
      ),
    );
  return done;
}

const isMissing = (result: { readonly kind: "answered" } | ModelFailure): boolean =>
  result.kind === "failed" && result.reason === "not_set_up";

const toCheck = (
  name: ModelCheck["name"],
  result: { readonly kind: "answered"; readonly ms: number } | ModelFailure,
  message: string,
): ModelCheck =>
  result.kind === "answered"
    ? { name, ok: true, ms: result.ms, reason: null, message }
    : { name, ok: false, ms: result.ms, reason: result.reason, message: result.message };
