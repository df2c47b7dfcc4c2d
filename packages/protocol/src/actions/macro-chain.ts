import type { Action } from "./actions.ts";

/** Macros that run each other (ACT-019). */

/** Macros of a chain, from the one that an operator or a rule runs. */
const maxMacroDepth = 3;
/** Actions of a list in which macros were replaced. */
const maxExpanded = 100;

export type MacroActions = ReadonlyMap<number, readonly Action[]>;

export const runsMacro = (list: readonly Action[]): boolean =>
  list.some(({ type }) => type === "run_macro");

/**
 * Returns the actions with those of the macros that they run in their place. `depth`: macros that
 * led to the list. A macro that is unknown or too deep, or has too many actions, stays. Its action
 * is refused when it runs.
 */
export function expandMacros(
  list: readonly Action[],
  macros: MacroActions,
  depth: number,
): readonly Action[] {
  const expanded = list.flatMap((action) => {
    const called = action.type === "run_macro" ? macros.get(action.macro_id) : undefined;
    return called === undefined || depth >= maxMacroDepth
      ? action
      : expandMacros(called, macros, depth + 1);
  });
  return expanded.length > maxExpanded ? list : expanded;
}

interface NamedMacro {
  /** null: a new one. */
  readonly id: number | null;
  readonly name: string;
  readonly do: readonly Action[];
}
/**
 * Returns the names of a chain with the macro that runs itself, or is longer than `maxMacroDepth`.
 * null: there is none. `others`: all macros of the account, also as this one was before.
 */
export function findMacroChain(
  macro: NamedMacro,
  others: readonly NamedMacro[],
): readonly string[] | null {
  const macros = new Map([...others, macro].map((one) => [one.id, one] as const));
  const walk = (called: NamedMacro, callers: readonly NamedMacro[]): readonly string[] | null => {
    const chain = [...callers, called];
    if (callers.includes(called) || chain.length > maxMacroDepth)
      return chain.includes(macro) ? chain.map(({ name }) => name) : null;
    for (const action of called.do) {
      const next = action.type === "run_macro" ? macros.get(action.macro_id) : undefined;
      const found = next === undefined ? null : walk(next, chain);
      if (found !== null) return found;
    }
    return null;
  };
  for (const start of macros.values()) {
    const found = walk(start, []);
    if (found !== null) return found;
  }
  return null;
}

/** Returns the macros so that each follows those that it runs, else in their order (ACT-024). */
export function orderMacros<
  M extends { readonly id: number; readonly values: { readonly do: readonly Action[] } },
>(macros: readonly M[]): readonly M[] {
  const byId = new Map(macros.map((macro) => [macro.id, macro]));
  const ordered = new Set<M>();
  const add = (macro: M, callers: readonly M[]): void => {
    if (callers.includes(macro)) return;
    for (const action of macro.values.do) {
      const called = action.type === "run_macro" ? byId.get(action.macro_id) : undefined;
      if (called !== undefined) add(called, [...callers, macro]);
    }
    ordered.add(macro);
  };
  for (const macro of macros) add(macro, []);
  return [...ordered];
}
