import { createPasswords } from "../auth/sign-in/passwords.ts";
import type { CurrentSettings } from "./current-settings.ts";
import type { PasswordHashes } from "./plan/account/plan-operators.ts";
import type { DesiredSettings } from "./read.ts";

/**
 * Result of the comparison by lower-case email: the stored hash that was compared, and the new hash
 * to store. The new hash is null if the password matches.
 */
export type ComparedPasswords = ReadonlyMap<
  string,
  { readonly storedHash: string | null; readonly newHash: string | null }
>;

/**
 * Compares the passwords of the file with the stored hashes. Runs two comparisons at a time,
 * because argon2 is slow by design. Reuses earlier results.
 */
export async function comparePasswords(
  desired: DesiredSettings,
  current: CurrentSettings,
  earlier: ComparedPasswords,
): Promise<ComparedPasswords> {
  const passwords = createPasswords();
  const compared = new Map<string, { storedHash: string | null; newHash: string | null }>();
  const waiting = desired.operators.filter((o) => o.password !== null);
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const email = next.email.toLowerCase();
      const storedHash =
        current.operators.find((o) => o.email.toLowerCase() === email)?.passwordHash ?? null;
      const previous = earlier.get(email);
      const isCorrect =
        previous?.storedHash !== storedHash &&
        storedHash !== null &&
        (await passwords.verify(storedHash, next.password ?? "")).ok;
      compared.set(
        email,
        previous && previous.storedHash === storedHash
          ? previous
          : { storedHash, newHash: isCorrect ? null : await passwords.hash(next.password ?? "") },
      );
    }
  };
  await Promise.all([worker(), worker()]);
  return compared;
}
export function toPasswordHashes(compared: ComparedPasswords): PasswordHashes {
  return new Map([...compared].map(([email, { newHash }]) => [email, newHash]));
}
