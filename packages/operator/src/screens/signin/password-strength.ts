/** Strength of a password in four levels. 0: empty. 1: rejected, or nearly. */
export interface PasswordStrength {
  readonly level: 0 | 1 | 2 | 3 | 4;
  readonly length: number;
}

const commonWords = [
  "password",
  "parlour",
  "qwerty",
  "letmein",
  "welcome",
  "iloveyou",
  "пароль",
  "йцукен",
  "123456",
  "abcdef",
  "admin",
];

/**
 * Measures the strength. Length counts most. Repeats, sequences and known words reduce it. `avoid`:
 * the operator's name and email.
 */
export function measureStrength(password: string, avoid: readonly string[] = []): PasswordStrength {
  const points = Array.from(password);
  const length = points.length;
  if (length === 0) return { level: 0, length };
  const lower = password.toLowerCase();
  const words = [
    ...commonWords,
    ...avoid.flatMap((text) => text.toLowerCase().split(/[\s@.]+/)),
  ].filter((word) => word.length >= 4);
  let score = new Set(points).size < 5 ? Math.min(length, 6) : length;
  for (const word of words) if (lower.includes(word)) score -= word.length - 1;
  score -= points.filter((point, i) => i >= 2 && isRun(points[i - 2], points[i - 1], point)).length;
  if (length < 12 || score < 10) return { level: 1, length };
  if (score < 15) return { level: 2, length };
  return { level: score < 22 ? 3 : 4, length };
}

/** Returns whether three characters form a sequence: "abc", "321" or "aaa". */
function isRun(a: string | undefined, b: string | undefined, c: string): boolean {
  const [x, y, z] = [a?.codePointAt(0) ?? 0, b?.codePointAt(0) ?? 0, c.codePointAt(0) ?? 0];
  return y - x === z - y && Math.abs(y - x) <= 1;
}
