import type { Channel, Chat, Operator } from "@parlour/protocol";

export type Colleague = Pick<Operator, "id" | "name" | "photo" | "presence">;

/**
 * Returns the operators who can be mentioned in a note of this chat (API-046): they can see and
 * answer it.
 */
export function colleaguesOf(
  chat: Chat,
  me: Pick<Operator, "id">,
  operators: readonly Operator[],
  channels: readonly Pick<Channel, "id" | "operators">[],
): readonly Colleague[] {
  const chosen = channels.find((channel) => channel.id === chat.channel.id)?.operators ?? [];
  const isIn = (id: number) => chosen.includes(id) || chat.assignee?.id === id || chat.participants.some((person) => person.id === id);
  return operators.filter(
    ({ id, role, active }) => active && id !== me.id && (role === "owner" || role === "admin" || (role === "operator" && isIn(id))),
  );
}

/**
 * Returns operators whose first or last name begins with the query. Matches at the beginning of the
 * full name come first.
 */
export function findColleagues(colleagues: readonly Colleague[], query: string, most: number): readonly Colleague[] {
  const wanted = query.toLocaleLowerCase();
  const rank = ({ name }: Colleague): number => {
    const full = name.toLocaleLowerCase();
    if (full.startsWith(wanted)) return 0;
    return full.split(/\s+/u).some((word) => word.startsWith(wanted)) ? 1 : 2;
  };
  const away = ({ presence }: Colleague): number => (presence === "online" ? 0 : presence === "away" ? 1 : 2);
  return colleagues
    .filter((one) => rank(one) < 2)
    .toSorted((a, b) => rank(a) - rank(b) || away(a) - away(b) || a.name.localeCompare(b.name) || a.id - b.id)
    .slice(0, most);
}

/**
 * Returns the ids of mentioned operators: those whose full name follows an `@`. Read from the text,
 * so mentions survive drafts and other devices.
 */
export function mentionsIn(text: string, colleagues: readonly Colleague[], most = 20): readonly number[] {
  const spots = new Set(
    mentionSpots(
      text,
      colleagues.map(({ name }) => name),
    ).map((spot) => text.slice(spot.from + 1, spot.to)),
  );
  return colleagues
    .filter(({ name }) => spots.has(name))
    .map(({ id }) => id)
    .slice(0, most);
}

/**
 * Returns the ranges of `@Name` in a text. An `@` inside a word does not count, and longer names
 * are matched first, as whole names.
 */
export function mentionSpots(text: string, names: readonly string[]): readonly { readonly from: number; readonly to: number }[] {
  const known = [...new Set(names)].filter((name) => name !== "").toSorted((a, b) => b.length - a.length);
  const spots: { from: number; to: number }[] = [];
  for (let from = text.indexOf("@"); from >= 0; from = text.indexOf("@", from + 1)) {
    if (from > 0 && /[\p{L}\p{N}_]/u.test(text[from - 1] ?? "")) continue;
    const name = known.find((one) => text.startsWith(one, from + 1) && !/[\p{L}\p{N}_]/u.test(text[from + 1 + one.length] ?? ""));
    if (name !== undefined) spots.push({ from, to: from + 1 + name.length });
  }
  return spots;
}
