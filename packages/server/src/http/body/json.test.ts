import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JsonParseError, JsonNumber, parseStrictJson, parseJson } from "./json.ts";

const parse = (text: string): unknown => parseStrictJson(Buffer.from(text));
/** Converts each JsonNumber in a value to a JavaScript number. */
function toNumbers(value: unknown): unknown {
  if (value instanceof JsonNumber) return Number(value.literal);
  if (Array.isArray(value)) return value.map(toNumbers);
  if (typeof value !== "object" || value === null) return value;
  for (const [key, inner] of Object.entries(value))
    Object.defineProperty(value, key, {
      value: toNumbers(inner),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return value;
}
function getParseError(bytes: Buffer | string): JsonParseError {
  try {
    parseStrictJson(Buffer.from(bytes as string));
  } catch (error) {
    if (error instanceof JsonParseError) return error;
    throw error;
  }
  throw new Error("no fault");
}

describe("the JSON reader", () => {
  test("[CORE-127] reads what JSON.parse reads, for any value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, spaced) => {
        const text = JSON.stringify(value, null, spaced ? 2 : 0);
        expect(toNumbers(parse(text))).toEqual(JSON.parse(text));
      }),
      { numRuns: 300 },
    );
  });

  test("[CORE-127] refuses what JSON.parse refuses", () => {
    const broken = [
      "{",
      "}",
      "[1,]",
      '{"a":1,}',
      '{"a"}',
      "{a:1}",
      "'a'",
      '"a',
      '"\t"',
      '"\\x"',
      '"\\u12g4"',
      "01",
      "-",
      "1.",
      ".5",
      "1e",
      "+1",
      "NaN",
      "Infinity",
      "tru",
      "nulll",
      "1 2",
      "{}{}",
      '{"a":1 "b":2}',
      "[1 2]",
      "\u00a01",
    ];
    for (const text of broken) {
      expect(() => JSON.parse(text), text).toThrow();
      expect(getParseError(text).kind, text).toBe("syntax");
    }
    expect(getParseError("").message).toBe("The body is empty.");
    expect(getParseError(" \n").kind).toBe("syntax");
  });

  test("[CORE-127] keeps all digits and the form of every number", () => {
    for (const literal of [
      "7.0",
      "1e3",
      "1E3",
      "-0",
      "12345678901234567890",
      "-12345678901234567890",
      "0.10",
      "1e999999",
      "9".repeat(400),
    ]) {
      expect(parse(literal), literal).toEqual(new JsonNumber(literal));
    }
    for (const literal of ["0", "7", "-5", "1.5", "999999999999999", "9007199254740991"])
      expect(parse(literal), literal).toBe(Number(literal));
    expect(parseJson(Buffer.from("[7.0,1e3]"))).toEqual([7, 1000]);
  });

  test("[CORE-127] a repeated key is a fault, also when one of the two is escaped", () => {
    expect(getParseError('{"a":1,"b":2,"a":3}')).toMatchObject({ kind: "duplicate", key: "a" });
    expect(getParseError('{"id":1,"\\u0069d":2}')).toMatchObject({ kind: "duplicate", key: "id" });
    expect(getParseError('{"__proto__":1,"__proto__":2}').kind).toBe("duplicate");
    expect(parse('[{"a":1},{"a":2}]')).toEqual([{ a: 1 }, { a: 2 }]);
  });

  test("[CORE-127] keys like earlier ones are told apart", () => {
    const names = ["id", "idX", "iXd", "i", "", "ab", "abc", "abd", "aXbc", "é", "__proto__x"];
    for (let round = 0; round < 2; round++)
      for (const name of [...names, ...names.toReversed()]) {
        const text = JSON.stringify({ [name]: 1, [`${name}2`]: { [name]: 2 } });
        expect(parse(text), text).toEqual(JSON.parse(text));
      }
    parse('{"id":1}');
    expect(parse('{"i\\u0064":1,"idx":2}')).toEqual({ id: 1, idx: 2 });
    for (const text of ['{"id', '{"id"', '{"i', '{"', '{"id" 1}', '{"id\n":1}'])
      expect(getParseError(text).kind, text).toBe("syntax");
  });

  test("[CORE-127] nesting of 32 is read, of 33 and of 100,000 refused at once", () => {
    expect(parse("[".repeat(32) + "]".repeat(32))).toBeInstanceOf(Array);
    expect(getParseError("[".repeat(33) + "]".repeat(33)).kind).toBe("depth");
    const before = process.cpuUsage();
    expect(getParseError(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`).kind).toBe("depth");
    expect(process.cpuUsage(before).user).toBeLessThan(200_000);
  });

  test("[CORE-127] data changes no prototype", () => {
    const value = parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    ) as Record<string, unknown>;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(["__proto__", "constructor"]);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(value["polluted"]).toBeUndefined();
  });

  test("[CH-033] invalid UTF-8 is refused, one byte order mark is dropped", () => {
    for (const bytes of [[0xc3, 0x28], [0xc0, 0x80], [0xff], [0xed, 0xa0, 0x80]]) {
      expect(getParseError(Buffer.from([0x22, ...bytes, 0x22])).kind).toBe("encoding");
    }
    expect(
      parseStrictJson(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from("[1]")])),
    ).toEqual([1]);
    expect(
      getParseError(
        Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf]), Buffer.from("[1]")]),
      ).kind,
    ).toBe("syntax");
  });

  test("[CORE-046] the plain form has clean text, the exact form has it as sent", () => {
    const bytes = Buffer.from('{"a\\u0000":"\\ud800x\\u0000\\ud83d\\ude00"}');
    expect(parseJson(bytes)).toEqual({ "a\uFFFD": "\uFFFDx\uFFFD😀" });
    expect(parseStrictJson(bytes)).toEqual({ "a\u0000": "\ud800x\u0000😀" });
  });

  test("[CORE-127] no text of the sender is in the fault", () => {
    expect(getParseError('{"geheim":1,"geheim":2}').message).not.toContain("geheim");
  });
});
