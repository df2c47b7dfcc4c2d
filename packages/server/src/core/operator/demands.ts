import type { AccountConfig, OperatorConfig } from "../command.ts";

/** A demand of a chat that an operator does not meet (CORE-397). */
export type UnmetDemand = "other_language" | "missing_skill";
/** The facts about a chat that decide what it demands. */
export interface DemandingChat {
  readonly department: { readonly id: number } | null;
  /** Skills that it demands besides those of its department (ACT-016). */
  readonly skills?: readonly string[] | undefined;
  readonly session?: { readonly language?: string | undefined } | null | undefined;
}

/** Returns the demands of a chat and its department that an operator does not meet (CORE-397). */
export function findUnmetDemands(
  { departments }: AccountConfig,
  chat: DemandingChat,
  operator: OperatorConfig,
): readonly UnmetDemand[] {
  const department = chat.department === null ? undefined : departments.get(chat.department.id);
  const language = department?.matchLanguage ? chat.session?.language : undefined;
  const isUnderstood =
    language === undefined ||
    (operator.languages ?? []).some((own) => matchLanguages(own, language));
  const owned = new Set((operator.skills ?? []).map((skill) => skill.toLowerCase()));
  const isSkilled = [...(department?.skills ?? []), ...(chat.skills ?? [])].every((skill) =>
    owned.has(skill.toLowerCase()),
  );
  return [
    ...(isUnderstood ? [] : ["other_language" as const]),
    ...(isSkilled ? [] : ["missing_skill" as const]),
  ];
}

/** Returns whether one BCP 47 tag is the other one, or a more general form of it. */
function matchLanguages(a: string, b: string): boolean {
  const [first, second] = [`${a}-`.toLowerCase(), `${b}-`.toLowerCase()];
  return first.startsWith(second) || second.startsWith(first);
}
