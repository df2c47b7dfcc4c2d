/** Skills of operators, and what departments and chats demand of them (CORE-397). */
export const maxSkills = 50;
export const maxSkillLength = 40;

export const skillsField = {
  type: "texts",
  filled: true,
  max: maxSkills,
  length: maxSkillLength,
  typed: "lines",
  default: [],
} as const;
