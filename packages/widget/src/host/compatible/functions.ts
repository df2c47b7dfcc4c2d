import type { LoaderContext } from "../../loader/start.ts";
import type { ApiFunctions } from "../page-api/result.ts";
import { convertRule } from "./convert-rule.ts";

interface CompatibleDeps {
  readonly context: LoaderContext;
  readonly api: ApiFunctions;
  /** Returns the rules, or why they are invalid (WG-050). */
  readonly parseRules: (input: unknown) => readonly unknown[] | string;
}
type Result = { readonly result: string; readonly reason?: string };
// Not those of `result.ts`: a shared module would be a file of its own for every page.
const ok: Result = { result: "ok" };
const fail = (reason: string): Result => ({ result: "fail", reason });
const languages = ["en", "ru", "es", "ar", "de", "fr", "pt", "tr", "uk", "zh"];
/** Options of `setOptions` with a meaning here, and the functions that apply them. */
const optionFunctions: Readonly<Record<string, string>> = {
  color: "setWidgetColor",
  widget_color: "setWidgetColor",
  lang: "setLanguage",
  language: "setLanguage",
  locale: "setLanguage",
};

/**
 * Creates the functions that pages of comparable services call, in addition to those of WG-010
 * (WG-236). They do what is possible here, and report the rest in their result.
 */
export function createCompatibleFunctions({
  context,
  api,
  parseRules,
}: CompatibleDeps): ApiFunctions {
  const call = (name: string, ...args: unknown[]): Result =>
    (functions[name] ?? api[name])?.(...args) as Result;
  const functions: ApiFunctions = {
    hideWidget: () => call("hide"),
    showWidget: () => call("show"),
    setTelegramLink: () => fail("Not supported"),
    setLanguage: (value) => setLanguage(context, value),
    setOptions(options) {
      if (typeof options !== "object" || options === null) return fail("Options must be object.");
      const ignored = Object.entries(options)
        .filter(([name, value]) => {
          const setter = Object.hasOwn(optionFunctions, name) && optionFunctions[name];
          return !setter || call(setter, value).result !== "ok";
        })
        .map(([name]) => name);
      const isUnused = ignored.length > 0 && ignored.length === Object.keys(options).length;
      return { ...(isUnused ? fail("Not supported") : ok), ...listIgnored(ignored) };
    },
    setRules(rules) {
      const list = Array.isArray(rules) ? rules : (rules as { rules?: unknown } | null)?.rules;
      if (!Array.isArray(list)) return api["setRules"]?.(rules);
      const ignored: string[] = [];
      const usable = list.flatMap((rule: unknown, at): readonly unknown[] => {
        const converted = convertRule(rule, (part) => ignored.push(`rules[${at}].${part}`));
        if (converted === null && rule !== null) return [];
        const parsed = parseRules([converted]);
        if (typeof parsed !== "string") return [converted];
        ignored.push(parsed.replace("rules[0]", `rules[${at}]`));
        return [];
      });
      if (usable.length === 0 && list.length > 0)
        return { ...fail(ignored[0] ?? ""), ...listIgnored(ignored) };
      return { ...(api["setRules"]?.(usable) as Result), ...listIgnored(ignored) };
    },
  };
  Object.assign(functions, createVisitorFunctions(api));
  for (const [name, run] of Object.entries(functions))
    functions[name] = (...args) => {
      try {
        return run(...args);
      } catch {
        // Reading properties of the page's arguments may throw (WG-010).
        return fail("Invalid argument");
      }
    };
  return functions;
}

/** Creates the functions that take data of the visitor in the forms of those services. */
function createVisitorFunctions(api: ApiFunctions): ApiFunctions {
  return {
    setClientAttributes(value) {
      if (typeof value !== "object" || value === null || Array.isArray(value))
        return api["setClientAttributes"]?.(value);
      const ignored: string[] = [];
      const usable = Object.entries(value).filter(([name, one], at) => {
        const isUsable =
          at < maxAttributes &&
          name !== "" &&
          name.length <= maxNameLength &&
          (typeof one === "string" || typeof one === "boolean" || Number.isFinite(one));
        if (!isUsable) ignored.push(name);
        return isUsable;
      });
      const answer =
        usable.length === 0 && ignored.length > 0
          ? fail("Attributes must be object.")
          : (api["setClientAttributes"]?.(Object.fromEntries(usable)) as Result);
      return { ...answer, ...listIgnored(ignored) };
    },
    setContactInfo(first, ...rest) {
      const info = first as { readonly name?: unknown; readonly client_name?: unknown } | null;
      // `getContactInfo` names the visitor in this field, too.
      return api["setContactInfo"]?.(
        typeof info === "object" && info?.client_name && !info.name
          ? { ...info, name: info.client_name }
          : first,
        ...rest,
      );
    },
  };
}
/** Limits of WG-210. */
const maxAttributes = 30;
const maxNameLength = 255;

const listIgnored = (ignored: readonly string[]): object =>
  ignored.length === 0 ? {} : { ignored };

/** Sets the language of the button, and of the chat window if it is not loaded yet. */
function setLanguage({ face, button, config }: LoaderContext, value: unknown): Result {
  const language = typeof value === "string" ? value.toLowerCase().slice(0, 2) : "";
  if (!languages.includes(language)) return fail("Unknown language");
  if (button.container.querySelector("iframe")?.src) return fail("The window is already loaded");
  Object.assign(face, { language });
  Object.assign(config, { locale: language });
  button.container.lang = language;
  button.container.dir = language === "ar" ? "rtl" : "ltr";
  return ok;
}
