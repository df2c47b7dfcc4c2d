import type { Page } from "playwright-core";
import { read } from "../../tools/source.ts";

/** A permission of a template, with the keys, addresses or consent types that it allows. */
interface Permission {
  readonly instance: {
    readonly key: { readonly publicId: string };
    readonly param: readonly { readonly value: PermissionValue }[];
  };
}
interface PermissionValue {
  readonly string?: string;
  readonly boolean?: boolean;
  readonly listItem?: readonly PermissionValue[];
  readonly mapKey?: readonly PermissionValue[];
  readonly mapValue?: readonly PermissionValue[];
}

export interface TemplateParameter {
  readonly name: string;
  readonly defaultValue?: string;
  readonly subParams?: readonly TemplateParameter[];
}

/** A template of Google Tag Manager, by the sections of its file. */
export interface Template {
  readonly info: { readonly type: string; readonly containerContexts: readonly string[] };
  readonly parameters: readonly TemplateParameter[];
  readonly code: string;
  /** Allowed values by permission: `inject_script` → addresses. */
  readonly permissions: Readonly<Record<string, readonly string[]>>;
}

/** Reads the template of the repository. Throws if a section is missing or is not JSON. */
export function readTemplate(): Template {
  const parts = read("plugins/tag-manager/template.tpl").split(/^___([A-Z_]+)___$/m);
  const section = (name: string): string => {
    const text = parts[parts.indexOf(name) + 1];
    if (!parts.includes(name) || text === undefined) throw new Error(`no section ${name}`);
    return text;
  };
  const permissions = JSON.parse(section("WEB_PERMISSIONS")) as Permission[];
  return {
    info: JSON.parse(section("INFO")) as Template["info"],
    parameters: JSON.parse(section("TEMPLATE_PARAMETERS")) as TemplateParameter[],
    code: section("SANDBOXED_JS_FOR_WEB_TEMPLATE"),
    permissions: Object.fromEntries(
      permissions.map(({ instance: { key, param } }) => [
        key.publicId,
        param.flatMap(({ value }) => (value.listItem ?? [value]).map(readAllowed)),
      ]),
    ),
  };
}

/** The first value of a map is its name, the others are rights. A map without a right is unused. */
function readAllowed({ string, mapValue = [] }: PermissionValue): string {
  if (string === undefined && !mapValue.some(({ boolean }) => boolean === true))
    throw new Error(`a permission without a right: ${JSON.stringify(mapValue)}`);
  return string ?? mapValue[0]?.string ?? "";
}

/**
 * Runs the code of the template in a page with a small version of the API of Tag Manager. The code
 * gets no global of the page. An API that needs a permission throws without it. `consents` are
 * granted from the start; `window.grantConsent(type)` grants another one.
 */
export function runTemplate(
  page: Page,
  template: Template,
  data: Readonly<Record<string, unknown>>,
  consents: readonly string[],
): Promise<void> {
  return page.evaluate(startTag, {
    code: template.code,
    permissions: template.permissions,
    data,
    consents: [...consents],
  });
}

interface TagRun {
  readonly code: string;
  readonly permissions: Template["permissions"];
  readonly data: Readonly<Record<string, unknown>>;
  readonly consents: string[];
}

/** Runs in the page. */
function startTag({ code, permissions, data, consents }: TagRun): void {
  const results: unknown[] = [];
  const listeners: [string, (type: string, isGranted: boolean) => void][] = [];
  const isAllowed = (permission: string, value: string): boolean =>
    (permissions[permission] ?? []).some((pattern) => {
      // Sites of tests have no TLS. Real templates load only from https.
      const address = value.replace(/^http:/, "https:");
      const parts = pattern
        .split("*")
        .map((part) => part.replaceAll(/[.?+^$()[\]{}|\\/]/g, "\\$&"));
      return new RegExp(`^${parts.join(".*")}$`).test(address);
    });
  const need = (permission: string, value: string): void => {
    if (!isAllowed(permission, value)) throw new Error(`no permission ${permission}: ${value}`);
  };
  const api: Record<string, unknown> = {
    queryPermission: isAllowed,
    logToConsole: (text: string) => results.push(["log", text]),
    makeTableMap: (rows: Record<string, string>[], key: string, value: string) =>
      Object.fromEntries(rows.map((row) => [row[key], row[value]])),
    isConsentGranted: (type: string) => {
      need("access_consent", type);
      return consents.includes(type);
    },
    addConsentListener: (type: string, listener: (type: string, isGranted: boolean) => void) => {
      need("access_consent", type);
      listeners.push([type, listener]);
    },
    callInWindow: (path: string, ...values: unknown[]) => {
      need("access_globals", path);
      const [object = "", name = ""] = path.split(".");
      const targets = globalThis as unknown as Record<
        string,
        Record<string, (...all: unknown[]) => unknown>
      >;
      const result = targets[object]?.[name]?.(...values);
      results.push([path, (result as { result: string }).result]);
    },
    injectScript: (url: string, onSuccess: () => void, onFailure: () => void, token: string) => {
      need("inject_script", url);
      const loaded = ((globalThis as { tokens?: Record<string, Promise<void>> }).tokens ??= {});
      loaded[token] ??= new Promise((resolve, reject) => {
        const script = document.createElement("script");
        Object.assign(script, { src: url, async: true, onload: resolve, onerror: reject });
        document.head.append(script);
      });
      loaded[token].then(onSuccess, onFailure);
    },
  };
  Object.assign(globalThis, {
    results,
    grantConsent(type: string) {
      for (const isGranted of [false, true, true])
        for (const [name, listener] of listeners) if (name === type) listener(type, isGranted);
    },
  });
  const fields = {
    ...data,
    gtmOnSuccess: () => results.push("success"),
    gtmOnFailure: () => results.push("failure"),
  };
  const require = (name: string): unknown => {
    if (!(name in api)) throw new Error(`Tag Manager has no API ${name}`);
    return api[name];
  };
  // oxlint-disable-next-line typescript/no-implied-eval -- Tag Manager runs the code of a template as text.
  new Function("require", "data", "window", "document", "globalThis", `"use strict";${code}`)(
    require,
    fields,
  );
}
