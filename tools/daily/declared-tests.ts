import { parseSync } from "vite";
import { getName, isNode, listChildren, type Node } from "../syntax-tree.ts";

/** A test as its file declares it: one call of `test` or `it`, with all rows of its table. */
export interface DeclaredTest {
  /** The written title. Each inserted expression is `${}`. */
  readonly title: string;
  /** Ids of the rules in the title, and in those of the suites around it. */
  readonly rules: readonly string[];
  /** Why it is always in the daily set, of its options. null: it has no pin. */
  readonly pin: string | null;
  /** Whether it runs only under a condition, such as in a long run. */
  readonly isConditional: boolean;
}

/** Returns the ids in the brackets with which a title begins. */
const findRuleIds = (title: string): readonly string[] =>
  /^(?:\[[^\]]+\]\s*)+/.exec(title)?.[0].match(/\b[A-Z]{2,}-\d{3}\b/g) ?? [];

/** Returns the tests of a file, in their order. */
export function listDeclaredTests(file: string, text: string): readonly DeclaredTest[] {
  const { program } = parseSync(file, text);
  const tests: DeclaredTest[] = [];
  const visit = (node: Node, rules: readonly string[], isConditional: boolean): void => {
    const call = readCall(node);
    if (call === null) {
      for (const child of listChildren(node)) visit(child, rules, isConditional);
      return;
    }
    const ids = [...rules, ...findRuleIds(call.title)];
    const isLimited = isConditional || call.isConditional;
    if (call.kind === "suite") for (const child of listChildren(node)) visit(child, ids, isLimited);
    else tests.push({ title: call.title, rules: ids, pin: call.pin, isConditional: isLimited });
  };
  visit(program as unknown as Node, [], false);
  return tests;
}

interface DeclaringCall {
  readonly kind: "test" | "suite";
  readonly title: string;
  readonly pin: string | null;
  readonly isConditional: boolean;
}

/** Reads a call such as `test("…", …)` or `test.runIf(…).each([…])("…", …)`. Others are null. */
function readCall(node: Node): DeclaringCall | null {
  if (node.type !== "CallExpression") return null;
  const [first, options] = node["arguments"] as readonly Node[];
  const title = readTitle(first);
  const names = listNames(node["callee"]);
  const kind = kinds[names[0] ?? ""];
  if (title === null || kind === undefined) return null;
  return {
    kind,
    title,
    pin: readPin(options),
    isConditional: names.some((name) => ["runIf", "skipIf", "skip", "todo"].includes(name)),
  };
}
const kinds: Readonly<Record<string, "test" | "suite">> = {
  test: "test",
  it: "test",
  describe: "suite",
};

/** `test.runIf(…).each` → `["test", "runIf", "each"]`. */
function listNames(callee: unknown): readonly string[] {
  if (!isNode(callee)) return [];
  if (callee.type === "CallExpression") return listNames(callee["callee"]);
  if (callee.type === "TaggedTemplateExpression") return listNames(callee["tag"]);
  if (callee.type !== "MemberExpression") return [getName(callee)];
  return [...listNames(callee["object"]), getName(callee["property"])];
}

function readTitle(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === "Literal") return typeof node["value"] === "string" ? node["value"] : null;
  if (node.type !== "TemplateLiteral") return null;
  return (node["quasis"] as readonly { readonly value: { readonly cooked: string } }[])
    .map(({ value }) => value.cooked)
    .join("${}");
}

/** Reads `{ meta: { pin: "…" } }`. */
function readPin(options: unknown): string | null {
  const meta = findProperty(options, "meta");
  const pin = findProperty(meta, "pin");
  return isNode(pin) && pin.type === "Literal" ? String(pin["value"]) : null;
}

function findProperty(object: unknown, name: string): unknown {
  if (!isNode(object) || object.type !== "ObjectExpression") return undefined;
  return (object["properties"] as readonly Node[]).find(({ key }) => getName(key) === name)?.[
    "value"
  ];
}
