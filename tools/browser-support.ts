import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parseSync } from "vite";
import { getName, isNode, listChildren, type Node } from "./syntax-tree.ts";

/** A part of Parlour that runs in browsers, with the browsers that it supports. */
export interface Surface {
  readonly name: string;
  readonly folders: readonly string[];
  /** All browsers that docs/operate/browsers.md lists have what is Baseline since this date. */
  readonly since: string;
  readonly guarded: ReadonlySet<string>;
}
export const surfaces: readonly Surface[] = [
  {
    name: "widget",
    folders: ["packages/widget/src", "packages/element/src"],
    since: "2023-03-31",
    guarded: new Set([
      // Chrome, Edge and Safari have it since 2022; only the reason of the error was added later.
      "AbortSignal.timeout",
      // The parameters of a sound: one browser has them with another precision.
      ".exponentialRampToValueAtTime",
      ".linearRampToValueAtTime",
      // A function of ours with the name of a member.
      ".truncate",
      // Asked for before they are called.
      ".checkVisibility",
      ".getDisplayMedia",
    ]),
  },
  {
    name: "application",
    folders: ["packages/operator/src", "packages/client/src"],
    since: "2024-11-26",
    guarded: new Set([
      // Without them, the page shows no notifications.
      "Notification",
      "Notification.permission",
      "Notification.requestPermission",
      // state/browser/passkey.ts asks whether the browser has them.
      "PublicKeyCredential.parseCreationOptionsFromJSON",
      "PublicKeyCredential.parseRequestOptionsFromJSON",
      // screens/archive/preview/highlight.ts asks whether the browser has them.
      "CSS.highlights",
      "Highlight",
      // Its result says whether it worked.
      ".execCommand",
      // ui/loading/lazy-value.ts asks whether the browser has it.
      ".requestIdleCallback",
      // The parameters of a sound: one browser has them with another precision.
      ".exponentialRampToValueAtTime",
      ".linearRampToValueAtTime",
      // Functions of CodeMirror with the names of members.
      ".configure",
      ".destroy",
    ]),
  },
];

interface CompatStatus {
  readonly baseline_low_date?: string;
}
interface WebFeatures {
  readonly features: Readonly<
    Record<
      string,
      { readonly status?: { readonly by_compat_key?: Readonly<Record<string, CompatStatus>> } }
    >
  >;
}
/** No date: not in all browsers yet. */
const never = "9999-12-31";
const sinceByKey = readBaseline();
const sinceByMember = groupByMember();

/**
 * Returns the functions of the browser that supported browsers do not have yet (CORE-337, WG-250).
 * The data is that of Baseline: the date since which Chrome, Edge, Firefox and Safari have each
 * function. Code that works without a function may use it; `guarded` lists such functions.
 *
 * Checked are globals, their static members, and called members of other values. Without types, a
 * called member that our own code declares too cannot be told apart, so it is not checked.
 */
export function findUnsupported(
  { name, since, guarded }: Surface,
  files: readonly (readonly [path: string, text: string])[],
): string[] {
  const trees = files.map(
    ([path, text]) => [path, parseSync(path, text).program as unknown as Node] as const,
  );
  const declared = new Set(trees.flatMap(([, tree]) => listDeclared(tree)));
  const faults = trees.flatMap(([path, tree]) =>
    listUses(tree, declared)
      .filter(([used, date]) => date > since && !guarded.has(used))
      .map(
        ([used, date]) =>
          `${path}: ${used} is in all browsers ${date === never ? "not yet" : `since ${date}`}, and the ${name} supports those since ${since}`,
      ),
  );
  return [...new Set(faults)];
}

function readBaseline(): ReadonlyMap<string, string> {
  const path = createRequire(import.meta.url).resolve("web-features/data.json");
  const { features } = JSON.parse(readFileSync(path, "utf8")) as WebFeatures;
  const found = new Map<string, string>();
  for (const { status } of Object.values(features))
    for (const [key, { baseline_low_date: date = never }] of Object.entries(
      status?.by_compat_key ?? {},
    ))
      if (/^(?:api|javascript\.builtins)\./.test(key))
        found.set(key.replace(/^(?:api|javascript\.builtins)\./, ""), date.replace("≤", ""));
  return found;
}

/** Returns the earliest date of each name, whatever has it. */
function groupByMember(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [key, date] of sinceByKey) {
    const member =
      key
        .split(".")
        .at(-1)
        ?.replace(/_static$/, "") ?? "";
    if ((found.get(member) ?? "") === "" || date < (found.get(member) ?? ""))
      found.set(member, date);
  }
  return found;
}

/** Returns the names of all members that the code declares. */
function listDeclared(node: Node): string[] {
  const isDeclaration =
    node.type === "Property" ||
    /^(?:TS)?(?:Abstract)?(?:Property|Method)(?:Definition|Signature)$/.test(node.type);
  return [
    ...(isDeclaration ? [getName(node["key"])] : []),
    ...listChildren(node).flatMap(listDeclared),
  ];
}

/** Returns the date of a static member of a global. */
const findStatic = (object: string, member: string): string | undefined =>
  sinceByKey.get(`${object}.${member}_static`) ?? sinceByKey.get(`${object}.${member}`);

/** Returns what a tree uses of the browser, with the date. */
function listUses(node: Node, declared: ReadonlySet<string>): (readonly [string, string])[] {
  const uses = listChildren(node).flatMap((child) => listUses(child, declared));
  const add = (used: string, date: string | undefined): void => {
    if (date !== undefined) uses.push([used, date]);
  };
  const callee = node["callee"];
  if (node.type === "NewExpression") add(getName(callee), sinceByKey.get(getName(callee)));
  if (node.type === "MemberExpression" && node["computed"] !== true) {
    const [object, member] = [getName(node["object"]), getName(node["property"])];
    add(`${object}.${member}`, findStatic(object, member));
  }
  if (node.type === "CallExpression" && isNode(callee) && callee.type === "MemberExpression") {
    const [object, member] = [getName(callee["object"]), getName(callee["property"])];
    const isStatic = findStatic(object, member) !== undefined;
    if (
      !isStatic &&
      node["optional"] !== true &&
      callee["computed"] !== true &&
      !declared.has(member)
    )
      add(`.${member}`, sinceByMember.get(member));
  }
  return uses;
}
