import type { AccountConfig, OperatorConfig } from "../command.ts";

/** A demand of a chat that an operator does not meet (CORE-397). */
export type UnmetDemand = "other_language" | "missing_skill";
/** The facts about a chat that decide what it demands. */
export interface DemandingChat {
  readonly department: { readonly id: number } | null;
  readonly session?: { readonly language?: string | undefined } | null | undefined;
}

/** Returns the demands of the chat's department that the operator does not meet (CORE-397). */
export function findUnmetDemands(
  { departments }: AccountConfig,
  { department, session }: DemandingChat,
  { languages = [], skills = [] }: OperatorConfig,
): readonly UnmetDemand[] {
  const demands = department === null ? undefined : departments.get(department.id);
  if (demands === undefined) return [];
  const language = demands.matchLanguage ? session?.language : undefined;
  const isUnderstood =
    language === undefined || languages.some((own) => matchLanguages(own, language));
  const owned = new Set(skills.map((skill) => skill.toLowerCase()));
  const isSkilled = (demands.skills ?? []).every((skill) => owned.has(skill.toLowerCase()));
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
