import type { Chat, Operator } from "@parlour/protocol";

/**
 * Returns the operators who can be mentioned in a note of this chat: those who can see the chat and
 * answer in it (API-046).
 */
export function listMentionable(
  chat: Chat,
  me: { readonly id: number },
  operators: readonly Operator[],
  channelOperators: readonly number[],
): readonly Operator[] {
  const isInvolved = (id: number) =>
    channelOperators.includes(id) ||
    chat.assignee?.id === id ||
    chat.participants.some((person) => person.id === id);
  return operators.filter(
    ({ id, role, active }) =>
      active &&
      id !== me.id &&
      (role === "owner" || role === "admin" || (role === "operator" && isInvolved(id))),
  );
}

/** Returns the operators whose first or last name begins with the query, full names first. */
export function searchMentionable(
  operators: readonly Operator[],
  query: string,
  limit: number,
): readonly Operator[] {
  const term = query.toLocaleLowerCase();
  const rank = ({ name }: Operator): number => {
    const fullName = name.toLocaleLowerCase();
    if (fullName.startsWith(term)) return 0;
    return fullName.split(/\s+/u).some((word) => word.startsWith(term)) ? 1 : 2;
  };
  const presenceRank = ({ presence }: Operator): number =>
    presence === "online" ? 0 : presence === "away" ? 1 : 2;
  return operators
    .filter((operator) => rank(operator) < 2)
    .toSorted(
      (a, b) =>
        rank(a) - rank(b) ||
        presenceRank(a) - presenceRank(b) ||
        a.name.localeCompare(b.name) ||
        a.id - b.id,
    )
    .slice(0, limit);
}

/** Returns the ids of the operators whose full name follows an `@`. Drafts keep them, as text. */
export function findMentions(
  text: string,
  operators: readonly Operator[],
  limit = 20,
): readonly number[] {
  const mentionedNames = new Set(
    findMentionRanges(
      text,
      operators.map(({ name }) => name),
    ).map((spot) => text.slice(spot.from + 1, spot.to)),
  );
  return operators
    .filter(({ name }) => mentionedNames.has(name))
    .map(({ id }) => id)
    .slice(0, limit);
}

/** Returns the ranges of whole `@Name`s in a text, longer names first. Ignores an `@` in a word. */
export function findMentionRanges(
  text: string,
  names: readonly string[],
): readonly { readonly from: number; readonly to: number }[] {
  const sortedNames = [...new Set(names)]
    .filter((name) => name !== "")
    .toSorted((a, b) => b.length - a.length);
  const ranges: { from: number; to: number }[] = [];
  for (let from = text.indexOf("@"); from >= 0; from = text.indexOf("@", from + 1)) {
    if (from > 0 && /[\p{L}\p{N}_]/u.test(text[from - 1] ?? "")) continue;
    const name = sortedNames.find(
      (candidate) =>
        text.startsWith(candidate, from + 1) &&
        !/[\p{L}\p{N}_]/u.test(text[from + 1 + candidate.length] ?? ""),
    );
    if (name !== undefined) ranges.push({ from, to: from + 1 + name.length });
  }
  return ranges;
}
