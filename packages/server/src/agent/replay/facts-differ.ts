/** Returns whether two answers name different numbers. Answers without numbers do not differ. */
export function factsDiffer(one: string, other: string): boolean {
  const [first, second] = [listNumbers(one), listNumbers(other)];
  if (first.size === 0 || second.size === 0) return false;
  return first.size !== second.size || [...first].some((number) => !second.has(number));
}

/** Numbers without separators: 1,000 is 1000. Those of addresses do not count. */
const listNumbers = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.replaceAll(/https?:\S+/giu, " ").matchAll(/\d+(?:[.,:\s]\d+)*/gu)].map(([number]) =>
      number.replaceAll(/\D/gu, ""),
    ),
  );
